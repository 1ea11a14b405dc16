import assert from 'node:assert/strict';
import type { PermissionRule } from '../../../../../src/core/contracts/calls/decision';
import { rulesNaming } from '../../../../../src/core/gates/rules/command-rules';

function rule(pattern: string, action: PermissionRule['action']): PermissionRule {
  return { tool: 'core__bash', pattern, action, source: 'user' };
}

describe('rulesNaming', () => {
  const rules = [
    rule('git status', 'allow'),
    rule('git *', 'ask'),
    rule('npm *', 'allow'),
    rule('g* push', 'allow'),
    rule('*', 'deny'),
  ];
  const patterns = (program: string | undefined, ignoreCase = false): readonly string[] =>
    rulesNaming(rules, program, ignoreCase).map(({ pattern }) => pattern);

  it('keeps the order, every rule that tightens, and the allows that name the program', () => {
    assert.deepEqual(patterns('git'), ['git status', 'git *', '*']);
    assert.deepEqual(patterns('npm'), ['git *', 'npm *', '*']);
    assert.deepEqual(patterns('git'), patterns('git'));
  });

  it('leaves out every allow for a program that none names, or that is not known', () => {
    assert.deepEqual(patterns('cargo'), ['git *', '*']);
    assert.deepEqual(patterns(undefined), ['git *', '*']);
  });

  it('decision 12: a program in another case is another one, where the file system says so', () => {
    assert.deepEqual(patterns('GIT'), ['git *', '*']);
    assert.deepEqual(patterns('git', true), ['git status', 'git *', '*']);
  });
});
