import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { UndiciHttp } from '../../../../src/adapters/http/undici-http';
import { succeed } from '../../../../src/core/contracts/failure';
import type { LlmEvent } from '../../../../src/core/ports/llm';
import { scriptedStream, type ScriptedStep } from '../../../fakes/scripted-llm.mjs';
import { collect, createTestLlm, hello, messageOf, never, textOf } from './ask';
import { okHead, startRawServer, type RawAnswer, type RawServer } from './raw-server';

const secret = 'sk-very-secret';
const types = {
  openai: 'text/event-stream',
  anthropic: 'text/event-stream',
  ollama: 'application/x-ndjson',
};

/** Non-ASCII text, a thought and a call: everything that a cut may hit. */
const rich: ScriptedStep = {
  thought: 'Hmm 🤔 …',
  text: 'Grüße 👩‍👩‍👧!',
  calls: [{ name: 'core__read', args: { path: 'ä/ß.txt' } }],
};

for (const provider of ['openai', 'anthropic', 'ollama'] as const) {
  describe(`a hostile server with the wire format of ${provider}`, () => {
    /**
     * With long time limits, so that only the client itself ends an answer, however busy the
     * machine is.
     */
    const patient = new UndiciHttp();
    const quickToLeave = new UndiciHttp({ firstByteMs: 200 });
    const quickToBeBored = new UndiciHttp({ idleMs: 200 });
    let server: RawServer | undefined;

    async function start(answer: RawAnswer, client = patient) {
      server = await startRawServer(answer);
      const key = () => Promise.resolve(succeed(secret));
      const baseUrl = server.url;
      return { ...createTestLlm({ http: client, baseUrl, provider, key }), server };
    }

    afterEach(async () => {
      await server?.close();
      server = undefined;
    });

    after(() => {
      for (const http of [patient, quickToLeave, quickToBeBored]) http.dispose();
    });

    const streamOf = (step: ScriptedStep) => Buffer.from(scriptedStream(provider, step).join(''));
    const head = okHead(types[provider]);
    const whole = streamOf(rich);

    /** Text and calls, independent of how they were split. */
    function essence(events: readonly LlmEvent[]) {
      const end = events.at(-1);
      const joined = (type: 'text' | 'thought') =>
        events.flatMap((event) => (event.type === type ? [event.text] : [])).join('');
      return {
        thought: joined('thought'),
        text: joined('text'),
        calls: end?.type === 'finish' ? end.calls : end?.type,
      };
    }

    const expected = {
      thought: rich.thought,
      text: rich.text,
      calls: [
        {
          wireId: provider === 'anthropic' ? 'toolu_1_1' : 'call_1_1',
          name: 'core__read',
          argsText: '{"path":"ä/ß.txt"}',
        },
      ],
    };

    it('G24: is understood when each byte arrives alone', async () => {
      const { llm } = await start((socket) => {
        socket.setNoDelay(true);
        socket.write(head);
        const bytes = whole.values();
        const next = () => {
          const { value, done } = bytes.next();
          if (done === true) socket.end();
          else socket.write(Uint8Array.of(value), () => setImmediate(next));
        };
        next();
      });
      assert.deepEqual(essence(await collect(llm)), expected);
    });

    it('G24: is understood wherever its answer is split', async () => {
      let at = 0;
      const { llm } = await start((socket) => {
        socket.setNoDelay(true);
        socket.write(head);
        socket.write(whole.subarray(0, at), () => socket.end(whole.subarray(at)));
      });
      for (at = 1; at < whole.length; at += 13) {
        assert.deepEqual(essence(await collect(llm)), expected, `at byte ${String(at)}`);
      }
    });

    it('G11, G22: runs nothing from an answer cut at any byte, and recovers afterwards', async () => {
      // Data after the model's end is bookkeeping and may be lost.
      const ends = {
        openai: '"finish_reason":"tool_calls"',
        anthropic: '"stop_reason":"tool_use"',
        ollama: '"done":true',
      };
      const last = whole.indexOf(ends[provider]);
      let at = 0;
      const { llm } = await start((socket, count) => {
        if (count % 2 === 0) socket.end(Buffer.concat([Buffer.from(head), whole]));
        else {
          socket.write(Buffer.concat([Buffer.from(head), whole.subarray(0, at)]), () =>
            socket.resetAndDestroy(),
          );
        }
      });
      // From here on something has been streamed, and there is no retry.
      const first = whole.indexOf('Hmm') + 200;
      for (at = first; at < last; at += 17) {
        const end = (await collect(llm)).at(-1);
        assert.equal(end?.type, 'error', `at byte ${String(at)}`);
        assert.deepEqual(essence(await collect(llm)), expected);
      }
    });

    it('is asked again when it breaks off before the first word', async () => {
      const { llm, waits } = await start((socket, count) => {
        if (count === 1) socket.destroy();
        else if (count === 2) socket.write(head, () => socket.destroy());
        else socket.end(Buffer.concat([Buffer.from(head), whole]));
      });
      assert.deepEqual(essence(await collect(llm)), expected);
      assert.deepEqual(waits, [500, 1_000]);
    });

    it('is given up when it ends without the end marker of its wire', async () => {
      const { llm } = await start((socket) => {
        socket.end(head + streamOf({ text: 'Half', unfinished: true }).toString());
      });
      const events = await collect(llm);
      const end = events.at(-1);
      assert.equal(textOf(events), 'Half');
      assert.equal(end?.type === 'error' && end.failure.category, 'network_error');
    });

    it('is given up when it stops responding in the middle', async () => {
      const { llm } = await start((socket) => {
        socket.write(head + streamOf({ text: 'Half', unfinished: true }).toString());
      }, quickToBeBored);
      assert.match(messageOf(await collect(llm)), /interrupted: .* stopped responding/);
    });

    it('is given up when it never responds, without a retry', async () => {
      const { llm, waits } = await start(() => undefined, quickToLeave);
      assert.match(messageOf(await collect(llm)), /did not start to respond in time/);
      assert.deepEqual(waits, []);
    });

    it('is read to the end of the answer, and no longer if it never closes', async () => {
      const { llm, server: started } = await start((socket) => {
        const body = `${whole.length.toString(16)}\r\n${whole.toString('latin1')}\r\n`;
        const keepAlive = head.replace('connection: close', 'transfer-encoding: chunked');
        socket.write(keepAlive + body, 'latin1');
      });
      assert.deepEqual(essence(await collect(llm)), expected);
      assert.equal(started.asked(), 1);
    });

    it('has garbage ignored, and little of it quoted', async () => {
      const { llm } = await start((socket) => {
        const step = { text: 'Well', garbage: '<html>\u0007'.repeat(1_000) };
        socket.end(head + streamOf(step).toString());
      });
      const message = messageOf(await collect(llm));
      assert.match(message, /no JSON: <html>/);
      assert.ok(message.length < 300);
    });

    it('may send content that is neither text nor JSON of its wire', async () => {
      const { llm } = await start((socket) => {
        socket.end(Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x0a])]));
      });
      assert.equal((await collect(llm)).at(-1)?.type, 'error');
    });

    it('is given up when one message outgrows every answer', async () => {
      const { llm } = await start((socket) => {
        socket.write(head + (provider === 'ollama' ? '{"x":"' : 'data: {"x":"'));
        const piece = 'x'.repeat(1_000_000);
        // A failed write calls back before the socket counts as destroyed.
        const more = (error?: Error | null) => {
          if (!error) socket.write(piece, more);
        };
        more();
      });
      assert.match(messageOf(await collect(llm)), /cannot be read/);
    });

    it('cannot redirect', async () => {
      const { llm, server: started } = await start((socket) => {
        socket.end(
          'HTTP/1.1 307 Away\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
        );
      });
      const message = messageOf(await collect(llm));
      assert.match(
        message,
        new RegExp(`redirects to another address.*gatehouse\\.${provider}\\.baseUrl`),
      );
      assert.equal(started.asked(), 1);
    });

    it('may send a web page, which is reported as one', async () => {
      const { llm } = await start((socket) => {
        socket.end(`${okHead('text/html; charset=utf-8')}<html>Log in to the hotel</html>`);
      });
      const message = messageOf(await collect(llm));
      assert.match(message, new RegExp(`web page.*gatehouse\\.${provider}\\.baseUrl`));
      assert.doesNotMatch(message, /hotel/);
    });

    it('may send something other than HTTP, which is reported', async () => {
      const { llm } = await start((socket) => {
        socket.end('SSH-2.0-OpenSSH_9.9\r\n');
      });
      assert.match(messageOf(await collect(llm)), /^The connection to 127\.0\.0\.1:\d+ failed/);
    });

    const bodies = {
      openai: (message: string) => ({ error: { message, type: 'x' } }),
      anthropic: (message: string) => ({ type: 'error', error: { type: 'x', message } }),
      ollama: (message: string) => ({ error: message }),
    };
    for (const status of [400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 529]) {
      it(`may answer ${String(status)}: one error that names the host, and never the key`, async () => {
        const body = JSON.stringify(bodies[provider](`said by ${secret}`));
        const { llm, waits } = await start((socket) => {
          socket.end(
            `HTTP/1.1 ${String(status)} X\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${body}`,
          );
        });
        const events = await collect(llm);
        const isPassing = [408, 409, 429].includes(status) || status >= 500;
        assert.deepEqual(waits, isPassing ? [500, 1_000] : []);
        assert.deepEqual(
          events.map(({ type }) => type),
          [...waits.map(() => 'wait'), 'error'],
        );
        assert.match(JSON.stringify(events), /127\.0\.0\.1:\d+.*said by \[redacted\]/);
        assert.doesNotMatch(JSON.stringify(events), /very-secret/);
      });
    }

    it('G16: may fail within its answer, and the key is not quoted', async () => {
      const error =
        provider === 'ollama'
          ? `overloaded ${secret}`
          : { type: 'overloaded_error', message: secret };
      const { llm } = await start((socket) => {
        socket.end(head + streamOf({ text: 'Well', error }).toString());
      });
      const events = await collect(llm);
      assert.equal(textOf(events), 'Well');
      assert.match(messageOf(events), /\[redacted\]/);
      assert.doesNotMatch(JSON.stringify(events), /very-secret/);
    });

    it('is disconnected at once, before its answer and within it', async () => {
      const sockets: Socket[] = [];
      const { llm } = await start((socket, count) => {
        sockets.push(socket);
        if (count === 1) before.abort();
        else socket.write(head + streamOf({ text: 'Half', unfinished: true }).toString());
      });
      const before = new AbortController();
      const early = (await collect(llm, hello, before.signal)).at(-1);
      assert.equal(early?.type === 'error' && early.failure.errorCode, 'cancelled');
      const within = new AbortController();
      const events: LlmEvent[] = [];
      for await (const event of llm.stream(hello, within.signal)) {
        events.push(event);
        if (event.type === 'text') within.abort();
      }
      const late = events.at(-1);
      assert.equal(late?.type === 'error' && late.failure.errorCode, 'cancelled');
      const closed = sockets.map((socket) => closingOf(socket));
      await Promise.all(closed);
    });

    it('is disconnected when the request is abandoned', async () => {
      let open: Socket | undefined;
      const { llm } = await start((socket) => {
        open = socket;
        socket.write(head + streamOf({ text: 'Half an answer', unfinished: true }).toString());
      });
      for await (const event of llm.stream(hello, never)) {
        if (event.type === 'text') break;
      }
      assert.ok(open);
      await closingOf(open);
    });
  });
}

async function closingOf(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  await new Promise((resolve) => socket.on('close', resolve));
}
