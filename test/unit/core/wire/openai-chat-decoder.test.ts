import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import openAiChat from '../../../../src/core/wire/openai-chat';
import { decodeText } from './decode';
import { assertGolden, fixtures } from './golden';

const streams = readdirSync(fixtures)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => ({
    name: path.basename(name, '.txt'),
    bytes: readFileSync(path.join(fixtures, name)),
  }));

function decode(bytes: Uint8Array) {
  return decodeText(openAiChat.decoder(), [new TextDecoder().decode(bytes)]);
}

describe('OpenAI chat decoder', () => {
  for (const { name, bytes } of streams) {
    it(`reads ${name}`, () => {
      assertGolden(name, decode(bytes));
    });
  }

  it('G24: bytes split inside a character or a line give the same records', () => {
    const cases = fc.constantFrom(...streams);
    const cuts = fc.array(fc.nat(2_000), { maxLength: 12 });
    fc.assert(
      fc.property(cases, cuts, ({ bytes }, at) => {
        assert.deepEqual(decodeText(openAiChat.decoder(), split(bytes, at)), decode(bytes));
      }),
    );
  });

  it('G24: bytes split one by one give the same records', () => {
    for (const { bytes } of streams) {
      const everywhere = Array.from(bytes.keys());
      assert.deepEqual(decodeText(openAiChat.decoder(), split(bytes, everywhere)), decode(bytes));
    }
  });

  it('G25: a stream after a broken one shows no residue', () => {
    const byName = new Map(streams.map(({ name, bytes }) => [name, bytes]));
    const whole = byName.get('G01-one-call') ?? new Uint8Array();
    const expected = decode(whole);
    for (const broken of ['G06-length-inside-arguments', 'G10-error-after-text', 'not-json']) {
      decode(byName.get(broken) ?? new Uint8Array());
      assert.deepEqual(decode(whole), expected);
    }
  });

  it('001 inv. 8: hostile data never throws and ends with one finish or error', () => {
    const data = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          choices: fc.array(
            fc.record({ delta: fc.object(), finish_reason: fc.jsonValue() }, { requiredKeys: [] }),
          ),
        })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(fc.array(data), (all) => {
        const decoder = openAiChat.decoder();
        for (const each of all) decoder.feed(each);
        assert.match(decoder.end().type, /^(finish|error)$/);
      }),
    );
  });

  it('says when only bookkeeping may follow and when nothing may', () => {
    const decoder = openAiChat.decoder();
    assert.equal(decoder.state(), 'open');
    decoder.feed('{"choices":[{"delta":{},"finish_reason":"stop"}]}');
    assert.equal(decoder.state(), 'finishing');
    decoder.feed('[DONE]');
    assert.equal(decoder.state(), 'done');
  });
});

/** Decodes as the HTTP adapter does: a character may span two pieces. */
function split(bytes: Uint8Array, cuts: readonly number[]): readonly string[] {
  const at = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])];
  const sorted = at.sort((a, b) => a - b);
  const decoder = new TextDecoder();
  return sorted.map((start, index) =>
    decoder.decode(bytes.subarray(start, sorted[index + 1]), { stream: true }),
  );
}
