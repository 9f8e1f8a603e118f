// The component through jco, as a JavaScript host with generated bindings has it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transpileBytes } from '@bytecodealliance/jco-transpile';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
const folder = mkdtempSync(join(tmpdir(), 'twochannel-component-'));
let Converter;
let lint;

before(async () => {
  const component = readFileSync(join(target, 'twochannel.component.wasm'));
  const { files, imports } = await transpileBytes(component, { name: 'twochannel' });
  assert.deepEqual(imports, []);
  for (const [name, bytes] of Object.entries(files)) {
    if (dirname(name) === '.') writeFileSync(join(folder, name), bytes);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const bindings = await import(pathToFileURL(join(folder, 'twochannel.js')));
  ({ Converter, lint } = bindings.conversion);
});

after(() => rmSync(folder, { recursive: true }));

test('values become results', () => {
  const schema = JSON.stringify({ type: 'array', items: { type: 'integer' } });
  const dice = Converter.new(schema, JSON.stringify({ tool: 'dice' }));
  assert.equal(dice.wrapped(), true);
  assert.equal(JSON.parse(dice.outputSchema()).title, 'diceOutput');
  assert.equal(
    dice.convert('[4,6.0]'),
    '{"content":[{"type":"text","text":"4"},{"type":"text","text":"6.0"}],"structuredContent":{"result":[4,6.0]},"isError":false}',
  );
  const call = { text: 'one die', meta: '{"seed":7}', content: undefined };
  assert.deepEqual(JSON.parse(dice.convertWith('[4]', call)), {
    content: [{ type: 'text', text: 'one die' }],
    structuredContent: { result: [4] },
    isError: false,
    _meta: { seed: 7 },
  });
  assert.match(dice.fail('no dice'), /Error executing tool dice: no dice/);
  assert.equal(dice.passThrough('{"content":[],"isError":true}'), '{"content":[],"isError":true}');
});

test('problems and errors have types', () => {
  const converter = Converter.new('{"type":"array","items":{"type":"integer"}}', undefined);
  const [problem] = converter.check('[4,"six"]');
  assert.equal(problem.pointer, '/result/1');
  assert.equal(problem.code, 'int_parsing');
  assert.equal(problem.inputType, 'str');
  assert.deepEqual(problem.path, [{ tag: 'key', val: 'result' }, { tag: 'index', val: 1 }]);
  assert.throws(
    () => Converter.new('{"type":"strng"}', '{"tool":"get"}'),
    (error) => error.tool === 'get' && error.pointer === '/type',
  );
  const bad = { text: undefined, meta: '[]', content: undefined };
  assert.throws(() => converter.convertWith('[]', bad), (error) => /must be an object/.test(error));
});

test('advice needs no converter', () => {
  const [advice, ...others] = lint('{"type":"object"}', undefined, '{"raw":"[1]"}');
  assert.equal(advice.code, 'json-in-string');
  assert.deepEqual(others, []);
  assert.throws(
    () => lint(undefined, '{"indent":9,"tool":"t"}', undefined),
    (error) => error.tool === 't' && /9 is more than 8/.test(error.reason),
  );
});
