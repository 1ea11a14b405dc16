import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ChatMessage } from '../../../../../src/core/contracts/chats/messages';
import { estimateTokens } from '../../../../../src/core/base/estimate-tokens';
import { transcriptChunks } from '../../../../../src/core/agent/context/summary';
import { aCall, anAnswer } from '../history/a-conversation';
import { longText } from './a-turn';

describe('the transcript for the model that compresses', () => {
  it('shows who said what, calls with their ids, results with their end', () => {
    const messages: readonly ChatMessage[] = [
      { role: 'user', text: 'Fix it.', images: [{ mediaType: 'image/png', data: 'AAAA' }] },
      {
        role: 'assistant',
        text: 'Looking.',
        calls: [aCall('c1', 'core__bash', '{"command":"npm test"}')],
        thinking: [{ wire: 'anthropic', block: { thinking: 'secret thoughts' } }],
      },
      { ...anAnswer('c1', '1 failing', 'core__bash'), status: 'failed', exitCode: 1 },
    ];
    assert.deepEqual(transcriptChunks(messages, 1_000), [
      [
        '[user] Fix it.\n[picture image/png]',
        '[assistant] Looking.\n[call c1] core__bash {"command":"npm test"}',
        '[result of c1: core__bash failed, exit code 1]\n1 failing',
      ].join('\n\n'),
    ]);
  });

  it('is nothing for no messages', () => {
    assert.deepEqual(transcriptChunks([], 1_000), []);
  });

  it('keeps every character in order, in chunks that fit', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 120 }), { maxLength: 8 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 20, max: 200 }), (said, limit) => {
        const messages = said.map((text): ChatMessage => ({ role: 'user', text }));
        const chunks = transcriptChunks(messages, limit);
        const joined = chunks.join('').replaceAll('\n\n', '');
        const whole = said.map((text) => `[user] ${text}`).join('');
        assert.equal(joined, whole.replaceAll('\n\n', ''));
        for (const chunk of chunks) {
          assert.ok(estimateTokens(chunk) <= limit + chunk.split('\n\n').length + 1);
        }
      }),
    );
  });

  it('cuts a long message after a line or a space, never within a character', () => {
    const lines = Array.from({ length: 200 }, (_, at) => `line ${String(at)} of the log`).join(
      '\n',
    );
    const [first] = transcriptChunks([{ role: 'user', text: lines }], 400);
    assert.match(first ?? '', /of the log\n$/);
    const names = transcriptChunks([{ role: 'user', text: longText(900, 'src/name.ts') }], 400);
    for (const chunk of names) {
      assert.match(chunk, /^(?:\[user\] )?src\/name\.ts .*src\/name\.ts ?$/);
    }
    for (const chunk of transcriptChunks([{ role: 'user', text: '😀'.repeat(2_001) }], 99)) {
      assert.doesNotThrow(() => encodeURIComponent(chunk));
    }
  });
});
