import assert from 'node:assert/strict';
import { constants } from 'node:os';
import {
  classifyErrno,
  classifyHttpStatus,
  classifyMcpCode,
  classifyShell,
  mcpErrorCodes,
  type ShellEnding,
} from '../../../../src/core/contracts/classify-cause';
import { failure } from '../../../../src/core/contracts/failure';

describe('what an HTTP status means', () => {
  const table: Readonly<Record<number, string>> = {
    400: 'invalid_parameters',
    422: 'invalid_parameters',
    401: 'policy_blocked',
    403: 'policy_blocked',
    429: 'rate_limited',
    404: 'permanent_failure',
    410: 'permanent_failure',
  };
  for (const [status, category] of Object.entries(table)) {
    it(`003-errors-3: ${status} is ${category}`, () => {
      assert.equal(classifyHttpStatus(Number(status)), category);
    });
  }

  it('003-errors-3: 500–599 are server_error', () => {
    for (let status = 500; status <= 599; status += 1) {
      assert.equal(classifyHttpStatus(status), 'server_error', String(status));
    }
  });

  it('003-errors-3: all others, 408 and 409 among them, are permanent', () => {
    for (let status = 100; status <= 700; status += 1) {
      if (status in table || (status >= 500 && status <= 599)) continue;
      assert.equal(classifyHttpStatus(status), 'permanent_failure', String(status));
    }
    assert.equal(classifyHttpStatus(Number.NaN), 'permanent_failure');
  });
});

describe('what an errno means', () => {
  const table = {
    EACCES: 'policy_blocked',
    EPERM: 'policy_blocked',
    ETIMEDOUT: 'timeout',
    ECONNREFUSED: 'network_error',
    ECONNRESET: 'network_error',
    ECONNABORTED: 'network_error',
    EPIPE: 'network_error',
    EHOSTUNREACH: 'network_error',
    EHOSTDOWN: 'network_error',
    ENETUNREACH: 'network_error',
    ENETDOWN: 'network_error',
    ENETRESET: 'network_error',
    ENOTFOUND: 'network_error',
    EAI_AGAIN: 'network_error',
    EAGAIN: 'server_error',
    EWOULDBLOCK: 'server_error',
    EINTR: 'server_error',
  } as const;
  for (const [code, category] of Object.entries(table)) {
    it(`003-errors-4: ${code} is ${category}`, () => {
      assert.equal(classifyErrno(code), category);
    });
  }

  it('003-errors-4: ENOENT is permanent, never tool_not_found', () => {
    assert.equal(classifyErrno('ENOENT'), 'permanent_failure');
  });

  it('003-errors-4: every other code of this system is permanent', () => {
    const others = Object.keys(constants.errno).filter((code) => !(code in table));
    assert.ok(others.length > 40);
    for (const code of [...others, '', 'constructor', 'EWEIRD']) {
      assert.equal(classifyErrno(code), 'permanent_failure', code);
    }
  });
});

describe('what the ending of a shell command means', () => {
  const denied = 'cat: x: Permission denied';
  const missing = 'ls: x: No such file or directory';
  const table: readonly (readonly [string, ShellEnding, string | undefined])[] = [
    ['exit 126', { exitCode: 126 }, 'policy_blocked'],
    ['exit 127', { exitCode: 127 }, 'permanent_failure'],
    ['a signal', { exitCode: 139, signal: 'SIGSEGV' }, 'permanent_failure'],
    ['errno EACCES', { errno: 'EACCES' }, 'policy_blocked'],
    ['errno EPERM', { errno: 'EPERM' }, 'policy_blocked'],
    ['errno ENOENT', { errno: 'ENOENT' }, 'permanent_failure'],
    ['errno EAGAIN', { errno: 'EAGAIN' }, 'server_error'],
    ['error text of denial', { exitCode: 1, stderr: denied }, 'permanent_failure'],
    ['error text of absence', { exitCode: 2, stderr: missing }, 'permanent_failure'],
    ['error text in capitals', { exitCode: 1, stderr: denied.toUpperCase() }, 'permanent_failure'],
    ['an unknown exit with such text', { exitCode: -1, stderr: denied }, 'permanent_failure'],
    ['a plain exit 1', { exitCode: 1, stderr: '1 test failed' }, undefined],
    ["git's exit 129, which is no signal", { exitCode: 129, stderr: 'usage: git' }, undefined],
    ['an unknown exit', { exitCode: -1 }, undefined],
    ['success with such text', { exitCode: 0, stderr: denied }, undefined],
    [
      '126 before errno and text',
      { exitCode: 126, errno: 'ENOENT', stderr: missing },
      'policy_blocked',
    ],
    ['127 before text', { exitCode: 127, stderr: denied }, 'permanent_failure'],
    ['errno before text', { exitCode: 1, errno: 'EACCES', stderr: denied }, 'policy_blocked'],
    [
      'a signal before errno',
      { exitCode: 137, signal: 'SIGKILL', errno: 'EPERM' },
      'permanent_failure',
    ],
  ];
  for (const [what, ending, category] of table) {
    it(`decision 17: ${what} is ${category ?? 'no failure of its own'}`, () => {
      assert.equal(classifyShell(ending), category);
    });
  }
});

describe('what an MCP error code means', () => {
  const table = {
    transient: ['server_error', true],
    rate_limited: ['rate_limited', true],
    invalid_input: ['invalid_parameters', false],
    auth_failure: ['policy_blocked', false],
    server_error: ['server_error', true],
    not_found: ['permanent_failure', false],
    policy_blocked: ['policy_blocked', false],
  } as const;

  it('003-errors-6: there are seven', () => {
    assert.deepEqual(mcpErrorCodes, Object.keys(table));
  });

  for (const code of mcpErrorCodes) {
    const [category, isRetryable] = table[code];
    it(`003-errors-6: ${code} is ${category}, is_retryable() ${String(isRetryable)}`, () => {
      assert.equal(classifyMcpCode(code), category);
      assert.equal(failure('execution', 'x', { category }).retryable, isRetryable);
    });
  }

  it('003-errors-6: not_found of the tool itself is tool_not_found, of a resource it is permanent', () => {
    assert.equal(classifyMcpCode('not_found', 'tool'), 'tool_not_found');
    assert.equal(classifyMcpCode('not_found', 'resource'), 'permanent_failure');
    assert.equal(classifyMcpCode('transient', 'tool'), 'server_error');
  });
});
