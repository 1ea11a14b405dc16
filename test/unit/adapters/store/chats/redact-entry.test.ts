import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { prepareChange } from '../../../../../src/adapters/store/chats/prepare-change';
import type { ConversationEntry } from '../../../../../src/core/contracts/chats/conversation';
import { valueOf } from '../../../fakes/temporary-store';

/** Uses the base64 alphabet, with boundaries that a rule for keys recognizes. */
const awsKey = 'AKIAIOSFODNN7EXAMPLE';
const image = `iVBORw0KGgo+${awsKey}+${'A'.repeat(31)}`;
const signature = `${'B'.repeat(39)}/${awsKey}/AA=`;
const secret = `sk-ant-${'a1B2'.repeat(8)}`;

function written(entry: ConversationEntry): unknown {
  const put = valueOf(prepareChange({ put: [entry] })).put[0];
  assert.ok(put !== undefined);
  return JSON.parse(Buffer.from(put.value).toString());
}

const user = (images: ConversationEntry['value'], text = 'See') =>
  written({ part: 'history', key: 'user:1', value: { text, images } });
const said = (block: ConversationEntry['value']) =>
  written({
    part: 'history',
    key: 'said:1',
    value: { text: '', thinking: [{ wire: 'w', block }] },
  });

describe('data in a chat that is not text', () => {
  it('a picture is stored unchanged, and a secret next to it is redacted', () => {
    assert.deepEqual(user([{ mediaType: 'image/png', data: image }], `key ${secret}`), {
      text: 'key [REDACTED:anthropic-key]',
      images: [{ mediaType: 'image/png', data: image }],
    });
    const content = { type: 'image', mimeType: 'image/png', data: image, uri: secret };
    const chunk = { sessionUpdate: 'user_message_chunk', messageId: 'm1', content };
    assert.deepEqual(written({ part: 'transcript', key: 'message:m1', value: [chunk] }), [
      { ...chunk, content: { ...content, uri: '[REDACTED:anthropic-key]' } },
    ]);
  });

  it('text that only claims to be a picture is redacted', () => {
    const isRedacted = (value: unknown) => JSON.stringify(value).includes('[REDACTED:');
    for (const picture of [
      { mediaType: 'image/png', data: `${image} ` },
      { mediaType: 'image/png', data: awsKey },
      { mediaType: 'image/png', data: secret },
      { mediaType: 'image/gif', data: image },
      { mediaType: 'text/plain', data: image },
      { mediaType: 'image/png', data: [image] },
      { mediaType: 'image/png', text: image },
      [{ mediaType: 'image/png', data: image }],
      image,
    ]) {
      assert.ok(isRedacted(user([picture])), JSON.stringify(picture));
    }
    const content = { type: 'image', mimeType: 'image/png', data: image };
    const call = { sessionUpdate: 'tool_call', rawInput: { content, images: [content] } };
    assert.ok(isRedacted(written({ part: 'transcript', key: 'call:c1', value: call })));
    assert.ok(isRedacted(written({ part: 'state', key: 'chat', value: { images: [content] } })));
  });

  it('signed or encrypted provider data is stored unchanged, the thought is text', () => {
    const thinking = { type: 'thinking', thinking: 'Use the key.', signature };
    const sealed = { type: 'redacted_thinking', data: signature };
    const details = { reasoning_details: [{ type: 'reasoning.encrypted', data: signature }] };
    for (const block of [thinking, sealed, details]) {
      assert.deepEqual(said(block), { text: '', thinking: [{ wire: 'w', block }] });
    }
    assert.deepEqual(said({ ...thinking, thinking: `The key is ${secret}` }), {
      text: '',
      thinking: [
        { wire: 'w', block: { ...thinking, thinking: 'The key is [REDACTED:anthropic-key]' } },
      ],
    });
    for (const short of [awsKey, secret, `${secret}${'A'.repeat(64)}`]) {
      assert.equal(JSON.stringify(said({ ...thinking, signature: short })).includes(short), false);
    }
  });
});
