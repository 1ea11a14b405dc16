import assert from 'node:assert/strict';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import { collect, createTestLlm, messageOf } from './ask';

const mebibyte = 1024 * 1024;
const unused = fail(failure('unavailable', 'Not asked for here.'));

describe('an endless answer', () => {
  for (const [provider, piece] of [
    ['openai', ': still here\n'],
    ['anthropic', 'event: ping\ndata: {"type":"ping"}\n\n'],
    ['ollama', '{"message":{"content":""},"done":false}\n'],
  ] as const) {
    it(`is given up once it is longer than any model's, whatever it contains: ${provider}`, async () => {
      const large = piece.repeat(Math.floor((4 * mebibyte) / piece.length));
      let sent = 0;
      async function* body(): AsyncGenerator<string> {
        for (;;) {
          sent += large.length;
          yield await Promise.resolve(large);
        }
      }
      const answer = { status: 200, headers: {}, body: body() };
      const http = {
        get: () => Promise.resolve(unused),
        post: () => Promise.resolve(succeed(answer)),
      };
      const { llm } = createTestLlm({ http, baseUrl: 'http://x.test', provider });
      assert.match(
        messageOf(await collect(llm)),
        /interrupted: x\.test:80 sent an answer that is too long/,
      );
      assert.ok(sent > 100 * mebibyte && sent < 200 * mebibyte, String(sent));
    }).timeout(600_000);
  }
});
