/** The policy as a form, in step with its JSON. */

import { initialOf, MEMBERS, withMember } from "../policy.js";
import { fill, h } from "./dom.js";

export class PolicyForm {
  #onChange;
  #policy = {};
  #controls = new Map();
  #note = h("p.form-note", { role: "status" });

  /** @param {(policy: object) => void} onChange */
  constructor(host, onChange) {
    this.#onChange = onChange;
    const groups = Map.groupBy?.(MEMBERS, ({ group }) => group) ?? grouped(MEMBERS);
    fill(
      host,
      this.#note,
      [...groups].map(([name, members]) =>
        h("fieldset", {}, h("legend", {}, name), members.map((member) => this.#field(member))),
      ),
    );
  }

  /** Shows a policy; `null` while its JSON is half-typed. */
  show(policy) {
    const isObject = typeof policy === "object" && policy !== null && !Array.isArray(policy);
    for (const { control } of this.#controls.values()) control.disabled = !isObject;
    fill(this.#note, isObject ? "" : "The form waits until the JSON is an object.");
    if (!isObject) return;
    this.#policy = policy;
    for (const [name, { member, control, meaning, row }] of this.#controls) {
      const isSet = Object.hasOwn(policy, name);
      const value = isSet ? policy[name] : initialOf(member, policy);
      row.classList.toggle("is-set", isSet);
      const shown = member.choices ? JSON.stringify(value) : (value ?? "");
      if (document.activeElement !== control || member.choices) control.value = shown;
      if (meaning) meaning.textContent = member.choices.find(([choice]) => Object.is(choice, value))?.[1] ?? "an unknown value";
    }
  }

  #field(member) {
    const id = `policy-${member.name}`;
    const change = () => this.#change(member, control);
    const control = member.choices
      ? h(
          "select",
          { id, onchange: change, "aria-describedby": `${id}-about` },
          member.choices.map(([value]) => h("option", { value: JSON.stringify(value) }, value === null ? "not set" : String(value))),
        )
      : h("input", {
          id,
          type: member.kind,
          min: member.least,
          max: member.most,
          oninput: change,
          spellcheck: "false",
          autocomplete: "off",
          "aria-describedby": `${id}-about`,
        });
    const meaning = member.choices ? h("span.meaning") : null;
    const about = h("p.about", { id: `${id}-about` }, member.about, meaning && " ", meaning);
    const row = h("div.field", {}, h("label", { for: id }, h("code", {}, member.name)), control, about);
    this.#controls.set(member.name, { member, control, meaning, row });
    return row;
  }

  #change(member, control) {
    let value;
    if (member.choices) value = JSON.parse(control.value);
    else if (member.kind === "number") value = control.value === "" ? member.initial : Number(control.value);
    else value = control.value === "" ? member.initial : control.value;
    this.#policy = withMember(this.#policy, member, value);
    this.#onChange(this.#policy);
    this.show(this.#policy);
  }
}

function grouped(members) {
  const groups = new Map();
  for (const member of members) groups.set(member.group, [...(groups.get(member.group) ?? []), member]);
  return groups;
}
