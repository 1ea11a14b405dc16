import assert from 'node:assert/strict';
import { describeHttpError } from '../../../../src/adapters/llm/http-error';
import { classifyServerStatus } from '../../../../src/core/wire/parts/server-error';

const context = { url: 'http://127.0.0.1:8080/v1', model: 'm', key: undefined };

async function describeStatus(status: number, error: object = {}) {
  const text = JSON.stringify({ error: { message: 'said', ...error } });
  async function* body(): AsyncGenerator<string> {
    yield await Promise.resolve(text);
  }
  const { failure } = await describeHttpError({ status, headers: {}, body: body() }, context, 0);
  return failure;
}

describe('an HTTP error of a model server', () => {
  it('003 HTTP Status Classification: there is one table for all of them', async () => {
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
    it(`003 HTTP Status Classification: ${String(status)} is ${category}`, async () => {
      assert.equal((await describeStatus(status)).category, category);
    });
  }

  it('an account without credit is permanent, although its status says too many', async () => {
    const failed = await describeStatus(429, { code: 'insufficient_quota' });
    assert.equal(failed.category, 'permanent_failure');
    assert.match(failed.message, /no credit left/);
  });
});
