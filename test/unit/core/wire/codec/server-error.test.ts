import assert from 'node:assert/strict';
import { classifyHttpStatus } from '../../../../../src/core/contracts/classify-cause';
import {
  classifyServerStatus,
  readServerError,
  streamFailure,
} from '../../../../../src/core/wire/codec/server-error';

function categoryOf(error: unknown): string {
  const read = readServerError({ error });
  assert.ok(read);
  return streamFailure(read).category;
}

describe('what an error of a model server means', () => {
  it('003-errors-3: its status means what any status means, but for 408 and 409, which ask again', () => {
    for (let status = 400; status <= 599; status += 1) {
      const expected = [408, 409].includes(status) ? 'server_error' : classifyHttpStatus(status);
      assert.equal(classifyServerStatus(status), expected);
      assert.equal(categoryOf({ message: 'x', code: status }), expected, String(status));
      assert.equal(categoryOf({ message: 'x', code: String(status) }), expected, String(status));
    }
  });

  for (const [error, category] of [
    [{ code: 'insufficient_quota', status: 429 }, 'permanent_failure'],
    [{ type: 'billing_error' }, 'permanent_failure'],
    [{ type: 'rate_limit_error' }, 'rate_limited'],
    [{ type: 'too_many_requests' }, 'rate_limited'],
    [{ type: 'authentication_error' }, 'policy_blocked'],
    [{ type: 'permission_error' }, 'policy_blocked'],
    [{ code: 'invalid_api_key' }, 'policy_blocked'],
    [{ type: 'overloaded_error' }, 'server_error'],
    [{ type: 'server_error' }, 'server_error'],
    [{ type: 'server_error', code: 401 }, 'policy_blocked'],
    [{ status: 'UNAVAILABLE' }, 'server_error'],
    [{ type: 'timeout_error' }, 'timeout'],
    [{ type: 'something_else', code: 200 }, 'permanent_failure'],
  ] as const) {
    it(`${JSON.stringify(error)} is ${category}`, () => {
      assert.equal(categoryOf({ message: 'x', ...error }), category);
    });
  }

  it('is shown in one short line without hidden or bidirectional characters', () => {
    const nasty = '\u001b[31mred\u202e\u2066\u200b\ud800 line\n'.repeat(100);
    for (const error of [{ message: nasty }, { code: nasty }, nasty]) {
      const read = readServerError({ error });
      assert.ok(read);
      const { message } = streamFailure(read);
      assert.ok(message.length < 500, String(message.length));
      assert.doesNotMatch(message, /[\p{Cc}\p{Cf}\p{Cs}]/u);
    }
  });
});
