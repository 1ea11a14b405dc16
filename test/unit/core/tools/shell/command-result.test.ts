import assert from 'node:assert/strict';
import { exitFailure } from '../../../../../src/core/tools/shell/command-result';
import type { TerminalExit } from '../../../../../src/core/ports/terminals';

const exit = (exitCode: number): TerminalExit => ({ exitCode, exitCodeKnown: true });

describe('exitFailure', () => {
  const texts: readonly (readonly [TerminalExit, string, string])[] = [
    [exit(126), '', 'The command was found but cannot be executed (exit code 126).'],
    [exit(127), 'foo: not found\n', 'The command was not found (exit code 127): foo: not found'],
    [
      exit(1),
      'a: Permission denied\n\nb\nc\nd\n',
      'The command failed with exit code 1: a: Permission denied | b | c',
    ],
    [{ ...exit(139), signal: 'SIGSEGV' }, '', 'The command was ended by SIGSEGV, exit code 139.'],
  ];
  for (const [ending, stderr, message] of texts) {
    it(`decision 17: exit code ${String(ending.exitCode)} says "${message}"`, () => {
      const failed = exitFailure(ending, stderr);
      assert.equal(failed?.message, message);
      assert.equal(failed.errorCode, 'execution');
      assert.equal(failed.retryable, false);
    });
  }

  it('decision 17: a signal sent by others is a permanent_failure', () => {
    const ending = { ...exit(137), signal: 'SIGKILL' };
    assert.equal(exitFailure(ending, '')?.category, 'permanent_failure');
  });

  it('decision 34: a command that merely failed is an answer', () => {
    for (const code of [1, 2, 128, 129, 255, -1]) {
      assert.equal(exitFailure(exit(code), 'usage: git'), undefined);
    }
  });
});
