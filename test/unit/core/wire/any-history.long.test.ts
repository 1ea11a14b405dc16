import assert from 'node:assert/strict';
import fc from 'fast-check';
import { strictVendors } from '../../../fakes/strict-vendors';
import { jsonCopy } from '../../../../src/core/contracts/json';
import { wires } from '../../../../src/core/wire/catalog.gen';
import { anyHistory } from './histories';
import { requestOf, toolSpec, wireOptions } from './wire-options';
import { times } from '../../../soak';

const facts = fc.record({
  images: fc.boolean(),
  reasoning: fc.boolean(),
  maxOutputTokens: fc.constantFrom(1, 900, 2_048, 64_000),
});
const model = fc.constantFrom(
  'm',
  'gpt-5',
  'claude-sonnet-4-20250514',
  'claude-opus-4-7',
  'claude-sonnet-5',
);
const tools = fc
  .uniqueArray(fc.constantFrom('core__read', 'core__bash', 'mcp__a b', `mcp__${'x'.repeat(90)}`))
  .map((names) => names.map((name) => toolSpec(name)));

describe('any history', () => {
  for (const wire of wires) {
    it(`is encoded to what the vendor of ${wire.name} takes`, () => {
      const strict = strictVendors[wire.name] ?? assert.fail('no strict fake');
      fc.assert(
        fc.property(anyHistory, facts, model, tools, (messages, known, name, offered) => {
          const options = wireOptions(known, { model: name });
          const { body } = wire.exchange(requestOf({ messages, tools: offered }), options);
          assert.equal(strict(jsonCopy(body)), undefined);
        }),
        { numRuns: times(1_000) },
      );
    });
  }

  it('loses no user text', () => {
    for (const wire of wires) {
      fc.assert(
        fc.property(anyHistory, (messages) => {
          const sent = JSON.stringify(wire.exchange(requestOf({ messages }), wireOptions()).body);
          for (const { role, text } of messages) {
            if (role === 'user' && text.trim() !== '' && !/\p{Surrogate}/u.test(text)) {
              assert.ok(sent.includes(JSON.stringify(text).slice(1, -1)));
            }
          }
        }),
      );
    }
  });
});
