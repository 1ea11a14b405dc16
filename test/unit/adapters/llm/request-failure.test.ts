import assert from 'node:assert/strict';
import { describeHttpError } from '../../../../src/adapters/llm/request-failure';
import { providers } from '../../../../src/adapters/llm/providers';
import type { HttpProvider } from '../../../../src/core/contracts/models';
import { classifyServerStatus } from '../../../../src/core/wire/codec/server-error';
import { shownFailure } from '../../../../src/host/window/language';
import { inGerman } from '../../fakes/in-german';
import { createFakeClock } from '../../fakes/clock';

interface Answered {
  readonly provider?: HttpProvider;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged. */
  readonly body?: unknown;
}

function describeAnswer(status: number, answered: Answered = {}) {
  const {
    provider = 'openai',
    key,
    headers = {},
    body = { error: { message: 'said' } },
  } = answered;
  async function* pieces(): AsyncGenerator<string> {
    yield await Promise.resolve(typeof body === 'string' ? body : JSON.stringify(body));
  }
  const url = 'http://127.0.0.1:8080/v1';
  const context = { provider: providers[provider], url, model: 'm', key };
  return describeHttpError({ status, headers, body: pieces() }, context, createFakeClock());
}

async function describeStatus(status: number, error: object = {}) {
  const body = { error: { message: 'said', ...error } };
  return (await describeAnswer(status, { body })).failure;
}

describe('an HTTP error of a model server', () => {
  it('003-errors-3: is classified by one table', async () => {
    for (let status = 300; status <= 599; status += 1) {
      const failed = await describeStatus(status);
      assert.equal(failed.category, classifyServerStatus(status), String(status));
      assert.equal(failed.errorCode, 'execution');
      assert.match(failed.message, /127\.0\.0\.1:8080/);
    }
  });

  for (const [status, category] of [
    [400, 'invalid_parameters'],
    [401, 'policy_blocked'],
    [402, 'permanent_failure'],
    [403, 'policy_blocked'],
    [404, 'permanent_failure'],
    [408, 'server_error'],
    [413, 'permanent_failure'],
    [422, 'invalid_parameters'],
    [429, 'rate_limited'],
    [503, 'server_error'],
  ] as const) {
    it(`003-errors-3: ${String(status)} is ${category}`, async () => {
      assert.equal((await describeStatus(status)).category, category);
    });
  }

  it('is permanent for an account without credit, although its status is too many requests', async () => {
    const failed = await describeStatus(429, { code: 'insufficient_quota' });
    assert.equal(failed.category, 'permanent_failure');
    assert.match(failed.message, /no credit left/);
  });

  const vendors: readonly (readonly [string, number, Answered, RegExp])[] = [
    [
      'a key that is wanted',
      401,
      {},
      /^The server 127\.0\.0\.1:8080 requires a key \(status 401\)\. Run "Gatehouse: Set API Key"/,
    ],
    [
      'a key that is refused',
      401,
      { provider: 'anthropic', key: 'k' },
      /refused the key .* for Anthropic\./,
    ],
    [
      'a key that may not',
      403,
      { key: 'k' },
      /does not allow this with the given key .*Set API Key/,
    ],
    [
      'a model that Ollama lacks',
      404,
      { provider: 'ollama', body: { error: "model 'm' not found" } },
      /has no model "m" .*Run "ollama pull m" where Ollama runs/,
    ],
    [
      'a path that Ollama lacks',
      404,
      { provider: 'ollama', body: '404 page not found' },
      /nothing at \/v1: gatehouse\.ollama\.baseUrl names the wrong path.*without a path/,
    ],
    [
      'a model that Anthropic lacks',
      404,
      { provider: 'anthropic', body: { error: { type: 'not_found_error', message: 'model: m' } } },
      /has no model "m", or gatehouse\.anthropic\.baseUrl names the wrong path/,
    ],
    [
      'a model that is refused as an argument',
      400,
      { body: { error: { message: 'The model `m` does not exist', code: 'model_not_found' } } },
      /has no model "m"/,
    ],
    [
      'an overloaded vendor',
      529,
      { provider: 'anthropic', body: { error: { type: 'overloaded_error', message: 'Busy' } } },
      /^127\.0\.0\.1:8080 is overloaded \(status 529\)\. It says: Busy/,
    ],
    ['an account without credit', 402, {}, /has no credit left \(status 402\)/],
    ['a request that is too large', 413, {}, /too long for "m" .*\/compact/],
    [
      'a prompt that is too long',
      400,
      { provider: 'anthropic', body: { error: { message: 'prompt is too long: 9 > 8' } } },
      /too long for "m" at .*\/compact/,
    ],
    [
      'a redirect',
      307,
      { provider: 'ollama' },
      /not followed\. Correct gatehouse\.ollama\.baseUrl/,
    ],
    ['a page', 502, { body: '<html>' }, /failed: it returned status 502\.$/],
  ];
  for (const [what, status, answered, expected] of vendors) {
    it(`explains ${what}`, async () => {
      assert.match((await describeAnswer(status, answered)).failure.message, expected);
    });
  }

  for (const [words, status] of [
    ['registry.ollama.ai/library/gemma:2b does not support tools', 400],
    ['No endpoints found that support tool use.', 404],
    ['"auto" tool choice requires --enable-auto-tool-choice', 400],
    ['tools param requires --jinja flag', 500],
    ['Function calling is not supported: this model does not support function calling', 400],
  ] as const) {
    it(`recognizes rejected tools: ${words}`, async () => {
      const body = { error: words };
      assert.equal((await describeAnswer(status, { body })).refusesTools, true);
    });
  }

  for (const words of [
    "This model's maximum context length is 8192 tokens.",
    'prompt is too long: 9 > 8',
    'input length and `max_tokens` exceed context limit: 9 + 1 > 8',
    'The input token count (9) exceeds the maximum number of tokens allowed (8).',
    'Please reduce the length of the messages or completion.',
    'the request exceeds the available context size, try increasing it',
  ]) {
    it(`recognizes a request that is too long: ${words}`, async () => {
      const { tooLong } = await describeAnswer(400, { body: { error: { message: words } } });
      assert.equal(tooLong, true);
    });
  }

  it('leaves other errors as they are', async () => {
    const body = { error: 'tools.0.name: too long' };
    const described = await describeAnswer(400, { body });
    assert.equal(described.refusesTools, false);
    assert.equal(described.tooLong, false);
  });

  it("names server and command in VS Code's language", async () => {
    const { failure } = await describeAnswer(401);
    const text = inGerman(() => shownFailure(failure));
    assert.match(
      text,
      /„Gatehouse: API-Schlüssel festlegen“ für den OpenAI-kompatiblen Server aus/,
    );
  });

  it('reads an endless error only briefly', async () => {
    const clock = createFakeClock();
    async function* drip(): AsyncGenerator<string> {
      yield await Promise.resolve('half a reason');
      clock.advance(4_000);
      yield await Promise.resolve(', and');
      setImmediate(() => {
        clock.advance(1_000);
      });
      await new Promise(() => undefined);
    }
    const context = { provider: providers.openai, url: 'http://x/', model: 'm', key: undefined };
    const error = await describeHttpError(
      { status: 500, headers: {}, body: drip() },
      context,
      clock,
    );
    assert.match(error.failure.message, /It says: half a reason, and$/);
  });
});
