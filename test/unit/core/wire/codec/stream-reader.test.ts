import assert from 'node:assert/strict';
import type { WireDecoder } from '../../../../../src/core/wire/codec/json-decoder';
import {
  createStreamReader,
  createWholeReader,
} from '../../../../../src/core/wire/codec/stream-reader';

/** Says what it was fed. */
function echo(): WireDecoder & { readonly fed: readonly string[] } {
  const fed: string[] = [];
  return {
    fed,
    feed: (data, event) => {
      fed.push(event === undefined ? data : `${event}: ${data}`);
      return [{ type: 'text', text: data }];
    },
    state: () => 'open',
    end: () => ({ type: 'finish', reason: 'stop', calls: [], usage: {} }),
  };
}

describe('the stream reader', () => {
  it('reads server-sent events with their names, and drops one that has no end', () => {
    const decoder = echo();
    const reader = createStreamReader('sse', decoder);
    reader.feed('\ufeff: hello\r\nevent: a\r\ndata: 1\r\ndata: 2\r\n\r\ndata: 3\n\nda');
    reader.feed('ta: 4');
    assert.deepEqual(reader.end(), []);
    assert.deepEqual(decoder.fed, ['a: 1\n2', '3']);
  });

  it('reads lines that are cut anywhere, the last without its break when it is whole', () => {
    const decoder = echo();
    const reader = createStreamReader('ndjson', decoder);
    assert.deepEqual(reader.feed('{"a"'), []);
    assert.deepEqual(reader.feed(':1}\n{"b":2}\r\n\n{"c'), [
      { type: 'text', text: '{"a":1}' },
      { type: 'text', text: '{"b":2}\r' },
      { type: 'text', text: '' },
    ]);
    reader.feed('":3}');
    assert.deepEqual(reader.end(), [{ type: 'text', text: '{"c":3}' }]);
  });

  it('drops a last line that was cut', () => {
    const decoder = echo();
    const reader = createStreamReader('ndjson', decoder);
    reader.feed('{"a":');
    assert.deepEqual(reader.end(), []);
    assert.deepEqual(decoder.fed, []);
  });

  it('reads a body that is one JSON object', () => {
    const decoder = echo();
    const reader = createWholeReader(decoder);
    assert.deepEqual(reader.feed('{"a"\n'), []);
    reader.feed('\n:1}');
    assert.deepEqual(reader.end(), [{ type: 'text', text: '{"a"\n\n:1}' }]);
  });

  it('gives up a message that outgrows every answer, in any framing', () => {
    const piece = 'x'.repeat(4 * 1024 * 1024);
    for (const reader of [
      createStreamReader('sse', echo()),
      createStreamReader('ndjson', echo()),
      createWholeReader(echo()),
    ]) {
      assert.throws(() => {
        reader.feed('data: ');
        for (let n = 0; n < 5; n += 1) reader.feed(piece);
      });
    }
  });

  it('takes as many messages as come', () => {
    const reader = createStreamReader('ndjson', echo());
    const line = `${'x'.repeat(1024 * 1024)}\n`;
    for (let n = 0; n < 40; n += 1) assert.equal(reader.feed(line).length, 1);
  });
});
