import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { prepareChange } from '../../../../../src/adapters/store/chats/prepare-change';
import type { Json } from '../../../../../src/core/contracts/json';
import { valueOf } from '../../../fakes/temporary-store';

const key = `sk-ant-${'a1B2'.repeat(8)}`;

const put = (value: Json, words?: string) => ({
  put: [{ part: 'transcript' as const, key: 'k', value, ...(words !== undefined && { words }) }],
});

function prepared(value: Json, words?: string) {
  const entry = valueOf(prepareChange(put(value, words))).put[0];
  assert.ok(entry !== undefined);
  const written: unknown = JSON.parse(Buffer.from(entry.value).toString());
  return { value: written, words: Buffer.from(entry.words).toString() };
}

function refusal(change: Parameters<typeof prepareChange>[0]): string {
  const result = prepareChange(change);
  assert.ok(!result.ok);
  assert.equal(result.failure.errorCode, 'validation');
  return `${result.failure.message} ${result.failure.suggestion}`;
}

describe('preparing a change of a chat', () => {
  it('decision secret-places: writes no secret, however deep', () => {
    const value = { a: [{ text: `key ${key}` }, { [key]: 1 }], password: 'correct-horse' };
    const { value: written, words } = prepared(value, `said ${key}`);
    assert.deepEqual(written, {
      a: [{ text: 'key [REDACTED:anthropic-key]' }, { '[REDACTED:anthropic-key]': 1 }],
      password: '[REDACTED:secret]',
    });
    assert.equal(words, 'said [REDACTED:anthropic-key]');
    const { facts } = valueOf(prepareChange({ facts: { title: key, cwd: `/w/${key}` } }));
    assert.deepEqual(facts, {
      title: '[REDACTED:anthropic-key]',
      cwd: '/w/[REDACTED:anthropic-key]',
    });
  });

  it('redacts the whole value of a credential name, alone or with others', () => {
    assert.deepEqual(prepared({ credential: 'correct-horse' }).value, {
      credential: '[REDACTED:secret]',
    });
  });

  it('keeps all words for the search, without secrets', () => {
    const { words } = prepared('', `${'x '.repeat(9900)}${key} and more`);
    assert.ok(words.endsWith(' and more'));
    assert.ok(words.includes('[REDACTED:'));
    assert.equal(words.includes('a1B2'), false);
  });

  it('keeps any value without a secret unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (text, number) => {
          const value: Json = { text: text.replaceAll('/', ''), list: [number + 0, null, true] };
          assert.deepEqual(prepared(value).value, value);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('reports what is too large for a chat and what to do instead', () => {
    const large = 'x'.repeat(17 * 1024 * 1024);
    assert.match(refusal(put(large)), /18 MB; the limit is 16 MB\. Store the full text/);
    assert.match(refusal({ facts: { title: 'x'.repeat(70_000) } }), /shorter title/);
    const long = { part: 'state' as const, key: 'x'.repeat(1025) };
    assert.match(refusal({ put: [{ ...long, value: 1 }] }), /at most 1024 characters/);
    assert.match(refusal({ remove: [long] }), /at most 1024 characters/);
  });

  it('rejects a value nested deeper than the stack without throwing', () => {
    let deep: Json = 1;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    assert.match(refusal(put(deep)), /nested too deeply\. Store a flatter/);
  });
});
