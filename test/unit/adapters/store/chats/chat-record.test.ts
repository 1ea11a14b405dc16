import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  decodeConversation,
  decodeDeletion,
  encodeConversation,
  encodeDeletion,
  type ConversationRecord,
  escapeKey,
  isConversationId,
  unescapeKey,
} from '../../../../../src/adapters/store/chats/chat-record';

const record: ConversationRecord = {
  id: 'chat',
  time: 5,
  createdAt: 4,
  count: 5,
  writer: 'abc123',
  facts: { title: 'T', isNamed: true, cwd: '/w', cost: 0.5, tokens: 3, messages: 1 },
  drop: ['history'],
  remove: [{ part: 'state', key: 'usage' }],
  put: [],
};

const entry = (key: string, value: string, words = '') => ({
  part: 'transcript' as const,
  key,
  count: 6,
  value: Buffer.from(JSON.stringify(value)),
  words: Buffer.from(words),
});

/** The decoded record without the location of the bodies. */
function decoded(payload: Uint8Array): ConversationRecord | undefined {
  const found = decodeConversation(payload);
  return (
    found && {
      ...found,
      put: found.put.map(({ offset, value, words, ...rest }) => {
        assert.deepEqual(payload.subarray(offset, offset + value.length), value);
        return { ...rest, value: Buffer.from(value), words: Buffer.from(words) };
      }),
    }
  );
}

describe('a chat record', () => {
  it('is read as it was written', () => {
    const full = {
      ...record,
      put: [entry('a', 'one\ntwo', 'words'), { ...entry('b', ''), first: '000-x' }],
    };
    assert.deepEqual(decoded(encodeConversation(full)), full);
  });

  it('round-trips any keys and values', () => {
    const text = fc.string({ unit: 'binary', maxLength: 50 });
    fc.assert(
      fc.property(text, text, text, (key, value, title) => {
        const one = {
          ...record,
          facts: { title },
          put: [entry(key, value, value), entry('z', '')],
        };
        assert.deepEqual(decoded(encodeConversation(one)), one);
        assert.equal(unescapeKey(escapeKey(key)), key);
        assert.doesNotMatch(escapeKey(key), /[\0\p{Cs}]/u);
      }),
      { numRuns: 200 },
    );
  });

  it('is rejected if anything is missing or extra', () => {
    const payload = encodeConversation({ ...record, put: [entry('a', 'one')] });
    for (let size = 0; size < payload.length; size += 1) {
      assert.equal(decodeConversation(payload.subarray(0, size)), undefined);
    }
    assert.equal(decodeConversation(Buffer.concat([payload, Buffer.from('x')])), undefined);
    assert.equal(decodeConversation(Buffer.from('{"id":1}\n')), undefined);
  });

  it('is distinct from a deletion', () => {
    assert.deepEqual(decodeDeletion(encodeDeletion({ id: 'chat', time: 1 })), {
      id: 'chat',
      time: 1,
    });
    assert.equal(decodeDeletion(Buffer.from('{"id":"chat"')), undefined);
    assert.equal(decodeDeletion(Buffer.from('{"id":7,"time":1}')), undefined);
  });

  it('requires an id of plain text with limited length', () => {
    for (const id of ['chat', '0b8f4c1e-0000-4000-8000-000000000000', 'ä b', "'; DROP TABLE x"]) {
      assert.ok(isConversationId(id));
    }
    for (const id of ['', 'a\0b', 'a\nb', '\ud800', 'x'.repeat(201)]) {
      assert.equal(isConversationId(id), false);
    }
  });
});
