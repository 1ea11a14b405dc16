import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { wires } from '../../../../../src/core/wire/catalog.gen';
import { createToolNames } from '../../../../../src/core/wire/codec/tool-names';
import { decodeText } from '../decode';
import { toolSpec, wireOptions } from '../wire-options';

const { hash } = wireOptions();
const long = `mcp__${'server_'.repeat(12)}__look_up`;

function namesOf(...names: readonly string[]) {
  return createToolNames({ tools: names.map((name) => toolSpec(name)), messages: [] }, hash);
}

describe('tool names on the wire', () => {
  it('stay as they are where every vendor takes them', () => {
    const all = ['core__read', 'a'.repeat(64), 'A-1_'];
    assert.deepEqual(all.map(namesOf(...all).toWire), all);
  });

  it('keep their beginning and get eight hex digits of SHA-256', () => {
    const short = namesOf(long).toWire(long);
    assert.equal(short, `${long.slice(0, 55)}_${hash(long).slice(0, 8)}`);
    assert.equal(short.length, 64);
  });

  it('are known again when the model calls', () => {
    const names = namesOf(long, 'mcp__a.b__c');
    for (const name of [long, 'mcp__a.b__c']) {
      assert.equal(names.fromWire(names.toWire(name)), name);
    }
    assert.equal(names.fromWire('made_up'), 'made_up');
  });

  it('never fall together, whatever hash a server of tools has aimed at', () => {
    const same = () => '0'.repeat(64);
    const [a, b] = [`${'x'.repeat(70)}a`, `${'x'.repeat(70)}b`];
    const taken = `${'x'.repeat(55)}_00000000`;
    let turn = 0;
    const later = (text: string) =>
      text === a || text === b ? same() : String((turn += 1)).padStart(8, '0');
    const tools = [a, b, taken].map((name) => toolSpec(name));
    const names = createToolNames({ tools, messages: [] }, later);
    const wired = [a, b, taken].map((name) => names.toWire(name));
    assert.equal(new Set(wired).size, 3);
    assert.deepEqual(
      wired.map((name) => names.fromWire(name)),
      [a, b, taken],
    );
  });

  it('are always accepted and always come back', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(fc.string(), fc.string({ minLength: 60, maxLength: 90 }))),
        (all) => {
          const names = namesOf(...all);
          for (const name of all) {
            assert.match(names.toWire(name), /^[A-Za-z0-9_-]{1,64}$/);
            assert.equal(names.fromWire(names.toWire(name)), name);
          }
        },
      ),
    );
  });

  for (const wire of wires) {
    it(`come back from a stream of ${wire.name}`, () => {
      const recorded = wire.name === 'openai-chat' ? 'G01-one-call' : 'one-call';
      const file = path.resolve('test/fixtures/wire', wire.name, `${recorded}.txt`);
      const short = namesOf(long).toWire(long);
      const stream = readFileSync(file, 'utf8').replaceAll('core__read', short);
      const { end } = decodeText(wire, [stream], { tools: [toolSpec(long)] });
      assert.ok(end.type === 'finish');
      assert.deepEqual(
        end.calls.map(({ name }) => name),
        [long],
      );
    });
  }
});
