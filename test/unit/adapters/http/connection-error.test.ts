import assert from 'node:assert/strict';
import { describeConnectionError } from '../../../../src/adapters/http/connection-error';

/** As thrown by undici: the innermost cause has the code. */
function broken(code: string): Error {
  const inner = Object.assign(new Error('to https://user:secret@host'), { code });
  return new TypeError('fetch failed', { cause: inner });
}

describe('a broken connection', () => {
  for (const [code, category, text] of [
    ['ECONNREFUSED', 'network_error', 'refused the connection. Check that the server is running.'],
    ['ECONNRESET', 'network_error', 'closed the connection.'],
    ['EPIPE', 'network_error', 'closed the connection.'],
    ['ENOTFOUND', 'network_error', 'was not found. Check the address.'],
    ['EAI_AGAIN', 'network_error', 'could not be looked up. Check the network connection.'],
    ['EHOSTUNREACH', 'network_error', 'cannot be reached from this machine.'],
    ['ENETUNREACH', 'network_error', 'cannot be reached from this machine.'],
    ['EACCES', 'policy_blocked', 'cannot be reached from this machine. Check the firewall.'],
    ['UND_ERR_SOCKET', 'network_error', 'closed the connection.'],
    ['UND_ERR_CONNECT_TIMEOUT', 'network_error', 'did not accept a connection in time.'],
    ['ETIMEDOUT', 'network_error', 'did not accept a connection in time.'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', 'did not start to respond in time.'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', 'stopped responding in the middle of its answer.'],
  ] as const) {
    it(`003-errors-5: ${code} is ${category}`, () => {
      const failed = describeConnectionError(broken(code), 'https://example.com/v1?k=secret');
      assert.equal(failed.message, `example.com:443 ${text}`);
      assert.deepEqual([failed.errorCode, failed.category], ['execution', category]);
    });
  }

  it('003-errors-5: an unknown code is still a network error', () => {
    const failed = describeConnectionError(broken('UND_ERR_ODD'), 'http://h/');
    assert.equal(failed.category, 'network_error');
    assert.equal(failed.message, 'The connection to h:80 failed (UND_ERR_ODD).');
  });

  it('a rejected certificate is not retryable', () => {
    const failed = describeConnectionError(broken('CERT_HAS_EXPIRED'), 'https://h/');
    assert.equal(failed.category, 'permanent_failure');
  });
});
