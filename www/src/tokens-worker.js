/** Counts tokens. Its table is large, so it is loaded when the first count is asked for. */

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

self.onmessage = ({ data: { id, texts } }) => {
  // Text that looks like a control token is text here.
  const options = { disallowedSpecial: new Set() };
  postMessage({ id, counts: texts.map((text) => (text === null ? null : countTokens(text, options))) });
};
