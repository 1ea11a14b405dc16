import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { UndiciHttp } from '../../../../src/adapters/http/undici-http';
import { succeed } from '../../../../src/core/contracts/failure';
import type { HttpProvider } from '../../../../src/core/contracts/models';
import { startScriptedLlm, type ScriptedModel } from '../../../fakes/scripted-llm.mjs';
import { createFakeClock } from '../../fakes/clock';
import { createFakeLlm } from '../../fakes/llm';
import { portOf } from '../../fakes/proxy-server';
import { never } from './ask';
import { createTestLlms } from './test-llms';

const secret = 'sk-very-secret';

describe('lists of models', () => {
  const http = new UndiciHttp();
  const closing: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  after(() => {
    http.dispose();
  });

  /** A real server, and the requested paths. */
  async function serve(listener: RequestListener) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
      listener(request, response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${portOf(server.address())}`;
    const clock = createFakeClock();
    const key = () => Promise.resolve(succeed(secret));
    return { asked, clock, llms: createTestLlms({ http, clock, key, baseUrl: () => url }) };
  }

  async function scripted(models: readonly ScriptedModel[], key?: string) {
    const server = await startScriptedLlm({ models, ...(key === undefined ? {} : { key }) });
    closing.push(() => server.close());
    const baseUrl = (provider: HttpProvider) =>
      provider === 'openai' ? server.baseUrl : server.rootUrl;
    return createTestLlms({ http, baseUrl, key: () => Promise.resolve(succeed(key)) });
  }

  const models = [
    { name: 'one', contextTokens: 4_096, tools: true, images: false },
    { name: 'two', contextTokens: 8_192, tools: false, images: true },
  ];

  for (const [provider, expected] of [
    [
      'openai',
      [
        { name: 'one', contextTokens: 4_096, tools: true, images: false },
        { name: 'two', contextTokens: 8_192, tools: false, images: true },
      ],
    ],
    [
      'anthropic',
      [
        { name: 'one', contextTokens: 4_096, detail: 'one' },
        { name: 'two', contextTokens: 8_192, detail: 'two' },
      ],
    ],
    [
      'ollama',
      [
        {
          name: 'one',
          detail: '7.6B · Q4_K_M',
          contextTokens: 4_096,
          tools: true,
          images: false,
          reasoning: false,
        },
        {
          name: 'two',
          detail: '7.6B · Q4_K_M',
          contextTokens: 8_192,
          tools: false,
          images: true,
          reasoning: false,
        },
      ],
    ],
  ] as const) {
    it(`show the models of ${provider}, with the key if one is required`, async () => {
      const llms = await scripted(models, secret);
      assert.deepEqual(await llms.list(provider, never), succeed(expected));
    });
  }

  it('request details of Ollama models a few at a time, and cache them', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `m${String(index)}`);
    let open = 0;
    let most = 0;
    const { llms, asked } = await serve((request, response) => {
      if (request.url === '/api/tags') {
        response.end(JSON.stringify({ models: names.map((name) => ({ name })) }));
        return;
      }
      most = Math.max(most, (open += 1));
      request.resume().on('end', () => {
        open -= 1;
        response.end('{"capabilities":["tools"]}');
      });
    });
    const listed = await llms.list('ollama', never);
    assert.ok(listed.ok);
    assert.deepEqual(
      listed.value.map(({ name, tools }) => [name, tools]),
      names.map((name) => [name, true]),
    );
    assert.ok(most <= 4, String(most));
    await llms.list('ollama', never);
    await llms.get('ollama/m3', never);
    assert.equal(asked.filter((each) => each === 'POST /api/show').length, names.length);
  });

  it('request details again after a while', async () => {
    const { llms, asked, clock } = await serve((_request, response) => {
      response.end('{"data":[{"id":"m","context_length":9}]}');
    });
    for (const later of [0, 60_000, 10 * 60_000]) {
      clock.advance(later);
      const llm = await llms.get('openai/m', never);
      assert.equal(llm.ok && llm.value.facts.contextTokens, 9);
    }
    assert.equal(asked.length, 2);
  });

  it('wait before asking a silent server again', async () => {
    const { llms, asked, clock } = await serve((_request, response) => {
      response.writeHead(500).end();
    });
    for (const later of [0, 10_000, 30_000]) {
      clock.advance(later);
      assert.equal((await llms.get('ollama/m', never)).ok, true);
    }
    assert.equal(asked.length, 2);
  });

  it('name host and remedy when the key is rejected, and never the key', async () => {
    const { llms } = await serve((request, response) => {
      response
        .writeHead(401)
        .end(`{"error":{"message":"bad ${String(request.headers['x-api-key'])}"}}`);
    });
    const listed = await llms.list('anthropic', never);
    assert.match(
      listed.ok ? '' : listed.failure.message,
      /^The server 127\.0\.0\.1:\d+ refused the key .*Set API Key" for Anthropic\. It says: bad \[redacted\]$/,
    );
  });

  for (const [what, listener] of [
    ['a page', (_request, response) => response.end('<html>')],
    ['cut JSON', (_request, response) => response.end('{"data":[')],
    ['JSON that is no list', (_request, response) => response.end('{"hello":1}')],
    [
      'an answer that breaks off',
      (_request, response) => {
        response.write('{"data":[');
        setImmediate(() => response.destroy());
      },
    ],
    [
      'an endless answer',
      (_request, response) => {
        const more = (error?: Error | null) => {
          if (!error) response.write('x'.repeat(1_000_000), more);
        };
        more();
      },
    ],
  ] as const satisfies readonly (readonly [string, RequestListener])[]) {
    it(`report that ${what} cannot be read`, async () => {
      const { llms } = await serve(listener);
      const listed = await llms.list('openai', never);
      assert.match(
        listed.ok ? '' : listed.failure.message,
        /for \/models cannot be read\. Check that gatehouse\.openai\.baseUrl/,
      );
    });
  }

  it('report that there is no list at that path', async () => {
    const { llms } = await serve((_request, response) => response.writeHead(404).end());
    const listed = await llms.list('openai', never);
    assert.match(listed.ok ? '' : listed.failure.message, /has nothing at \/models \(status 404\)/);
  });

  it('give up a silent server', async () => {
    const { llms, clock } = await serve(() => {
      clock.advance(10_000);
    });
    const listed = await llms.list('openai', never);
    assert.match(listed.ok ? '' : listed.failure.message, /did not answer within 10 s/);
    assert.equal(listed.ok || listed.failure.category, 'timeout');
  });

  it('let a chat start soon when its server is silent', async () => {
    const { llms, clock } = await serve(() => {
      clock.advance(2_500);
    });
    const llm = await llms.get('openai/m', never);
    assert.equal(llm.ok && llm.value.facts.contextSource, 'assumed');
  });

  it('stop when the user stops it', async () => {
    const controller = new AbortController();
    const { llms } = await serve(() => {
      controller.abort();
    });
    const listed = await llms.list('ollama', controller.signal);
    assert.equal(!listed.ok && listed.failure.errorCode, 'cancelled');
  });
});

describe('connection test', () => {
  const http = new UndiciHttp();

  after(() => {
    http.dispose();
  });

  for (const provider of ['openai', 'anthropic', 'ollama'] as const) {
    it(`reports the address, the latency and the answer of ${provider}`, async () => {
      const server = await startScriptedLlm({ steps: [{ text: ' Ready. ' }] });
      const baseUrl = provider === 'openai' ? server.baseUrl : server.rootUrl;
      const llms = createTestLlms({ http, baseUrl: () => baseUrl });
      const report = await llms.test(`${provider}/scripted`, never);
      await server.close();
      assert.ok(report.ok);
      const paths = { openai: 'v1/chat/completions', anthropic: 'v1/messages', ollama: 'api/chat' };
      assert.deepEqual(report.value, {
        url: `${server.rootUrl}/${paths[provider]}`,
        firstTokenMs: 0,
        answer: 'Ready.',
        usage: true,
      });
    });
  }

  it('fails at once, without a retry', async () => {
    const server = await startScriptedLlm({ steps: [{ status: 503 }, { text: 'Ready' }] });
    const report = await createTestLlms({ http, baseUrl: () => server.baseUrl }).test(
      'openai/scripted',
      never,
    );
    await server.close();
    assert.match(report.ok ? '' : report.failure.message, /status 503\. It says: Scripted 503$/);
    assert.equal(server.requests.length, 1);
  });

  it('reports the first thought, and an answer without usage', async () => {
    const clock = createFakeClock();
    const llm = createFakeLlm([
      async function* answer() {
        yield await Promise.resolve({ type: 'thought', text: 'Hm.' } as const);
        clock.advance(300);
        yield { type: 'text', text: 'x'.repeat(200) } as const;
        yield { type: 'finish', reason: 'stop', calls: [], usage: {} } as const;
      },
    ]);
    const llms = createTestLlms({ clock, vscodeModel: () => Promise.resolve(succeed(llm)) });
    const report = await llms.test('vscode/a/b', never);
    assert.deepEqual(
      report,
      succeed({
        url: 'VS Code',
        firstTokenMs: 0,
        answer: 'x'.repeat(80),
        usage: false,
      }),
    );
  });

  it('redacts a key that the server returns as its answer: the report is shared', async () => {
    const server = await startScriptedLlm({ steps: [{ text: 'You sent sk-very-secret to me.' }] });
    const key = () => Promise.resolve(succeed(' sk-very-secret\n'));
    const llms = createTestLlms({ http, baseUrl: () => server.baseUrl, key });
    const report = await llms.test('openai/scripted', never);
    await server.close();
    assert.equal(report.ok && report.value.answer, 'You sent [redacted] to me.');
  });

  it('gives up a model that returns nothing, and reports it', async () => {
    const clock = createFakeClock();
    const llm = createFakeLlm([
      async function* silent(_request, signal) {
        const stopped = new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
        clock.advance(120_000);
        await stopped;
        yield { type: 'error', failure: { ...late } } as const;
      },
    ]);
    const llms = createTestLlms({ clock, vscodeModel: () => Promise.resolve(succeed(llm)) });
    const report = await llms.test('vscode/a/b', never);
    assert.match(report.ok ? '' : report.failure.message, /did not answer within 120 s/);
  });
});

const late = {
  errorCode: 'cancelled',
  category: 'cancelled',
  message: 'stopped',
  suggestion: '',
  retryable: false,
} as const;
