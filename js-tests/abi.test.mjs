// The core module in a host that has nothing of ours but docs/abi.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const wasm = readFileSync(new URL('../python/src/twochannel/twochannel.wasm', import.meta.url));
const module = new WebAssembly.Module(wasm);

const RESERVE = 0;
const OPEN = 1;
const CLOSE = 2;
const DESCRIBE = 3;
const CONVERT = 4;
const PASS_THROUGH = 5;
const CHECK = 6;
const FAIL = 7;
const LINT = 8;
const TEXTS = 9;

/** A host of the control block, written from the document. */
class Host {
  constructor() {
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.control = this.exports.twochannel_control() >>> 0;
    this.encoder = new TextEncoder();
    this.decoder = new TextDecoder('utf-8', { fatal: true });
  }

  word(offset) {
    return new DataView(this.exports.memory.buffer).getUint32(this.control + offset, true);
  }

  set(offset, value) {
    new DataView(this.exports.memory.buffer).setUint32(this.control + offset, value, true);
  }

  run(operation, { handle = 0, a = '', b = '' } = {}) {
    const [first, second] = [this.encoder.encode(a), this.encoder.encode(b)];
    if (first.length + second.length > this.word(36)) {
      this.set(4, RESERVE);
      this.set(12, first.length + second.length);
      this.exports.twochannel_run();
    }
    const input = new Uint8Array(this.exports.memory.buffer, this.word(32));
    input.set(first);
    input.set(second, first.length);
    this.set(4, operation);
    this.set(8, handle);
    this.set(12, first.length);
    this.set(16, second.length);
    this.exports.twochannel_run();
    const output = new Uint8Array(this.exports.memory.buffer, this.word(24), this.word(28));
    return { status: this.word(20), text: this.decoder.decode(output) };
  }

  open(schema, policy) {
    const answer = this.run(OPEN, { a: JSON.stringify(schema), b: JSON.stringify(policy) });
    return { ...answer, handle: this.word(8) };
  }
}

test('the module asks its host for nothing', () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const host = new Host();
  assert.equal(host.word(0), 1);
  assert.equal(host.word(36), 0);
});

test('values become results', () => {
  const host = new Host();
  const schema = { type: 'array', items: { type: 'integer' } };
  const { status, handle, text } = host.open(schema, { tool: 'dice' });
  assert.equal(status, 0);
  assert.equal(JSON.parse(text).outputSchema.title, 'diceOutput');
  assert.equal(JSON.parse(text).wrapped, true);
  assert.equal(host.run(DESCRIBE, { handle }).text, text);

  assert.deepEqual(JSON.parse(host.run(CONVERT, { handle, a: '[4,6]' }).text), {
    content: [{ type: 'text', text: '4' }, { type: 'text', text: '6' }],
    structuredContent: { result: [4, 6] },
    isError: false,
  });
  const call = { text: 'two dice', meta: { seed: 7 } };
  const withCall = host.run(CONVERT, { handle, a: '[4,6]', b: JSON.stringify(call) });
  assert.deepEqual(JSON.parse(withCall.text)._meta, { seed: 7 });
  assert.equal(JSON.parse(withCall.text).content[0].text, 'two dice');

  const bad = host.run(CONVERT, { handle, a: '[4,"six"]' });
  assert.equal(bad.status, 0);
  assert.equal(JSON.parse(bad.text).isError, true);
  const [problem] = JSON.parse(host.run(CHECK, { handle, a: '[4,"six"]' }).text);
  assert.equal(problem.pointer, '/result/1');
  assert.deepEqual(problem.path, ['result', 1]);

  const ready = '{"content":[],"structuredContent":{"result":[1.0]}}';
  assert.equal(host.run(PASS_THROUGH, { handle, a: ready }).text, ready);
  assert.match(host.run(FAIL, { handle, a: 'no dice' }).text, /Error executing tool dice: no dice/);
});

test('advice needs no handle', () => {
  const host = new Host();
  const options = { policy: { tool: 'dice' }, value: '{"raw":"[1]"}' };
  const { status, text } = host.run(LINT, { a: '{"type":"object"}', b: JSON.stringify(options) });
  assert.equal(status, 0);
  const [{ code, pointer }] = JSON.parse(text);
  assert.deepEqual([code, pointer], ['json-in-string', '']);
  assert.equal(host.run(LINT, { b: '{"policy":{"indent":9}}' }).status, 1);
  assert.equal(host.run(LINT, { b: '{' }).status, 2);
});

test('texts come alone where the host has the rest', () => {
  const host = new Host();
  const { handle } = host.open({ type: 'array' }, {});
  const { text } = host.run(TEXTS, { handle, a: '["é",1]' });
  const words = [0, 2, 2, 3].map((word) => String.fromCharCode(word, 0, 0, 0)).join('');
  assert.equal(text, `${words}é1`);
  const ready = '{"isError":false,"content":[]}';
  assert.equal(host.run(TEXTS, { handle: host.open(undefined, {}).handle, a: ready }).text, ready);
});

test('digits are kept', () => {
  const host = new Host();
  const { handle } = host.open({ type: 'object' }, {});
  const value = '{"n":12345678901234567890,"x":1.0,"y":1e-7}';
  assert.ok(host.run(CONVERT, { handle, a: value }).text.includes(`"structuredContent":${value}`));
});

test('large values make the memory grow', () => {
  const host = new Host();
  const { handle } = host.open(undefined, {});
  const text = 'ü'.repeat(1 << 20);
  const { status, text: result } = host.run(CONVERT, { handle, a: JSON.stringify(text) });
  assert.equal(status, 0);
  assert.equal(JSON.parse(result).content[0].text, text);
});

test('mistakes are told apart', () => {
  const host = new Host();
  const refused = host.open({ type: 'strng' }, { tool: 'get' });
  assert.equal(refused.status, 1);
  const { tool, pointer, reason, message } = JSON.parse(refused.text);
  assert.equal(tool, 'get');
  assert.equal(pointer, '/type');
  assert.ok(message.includes('get') && message.includes(reason));

  const { handle } = host.open({ type: 'integer' }, {});
  assert.equal(host.run(CLOSE, { handle }).status, 0);
  assert.deepEqual(host.run(CONVERT, { handle, a: '1' }), {
    status: 2,
    text: `handle ${handle} was closed`,
  });
  assert.deepEqual(host.run(99), { status: 2, text: 'there is no such operation' });
  assert.equal(host.open({ type: 'integer' }, {}).handle, handle);
});
