import assert from 'node:assert/strict';
import type { FilterRule } from '../../../../src/core/contracts/filter-rule';
import { mergeRules } from '../../../../src/host/filters/rule-loader';
import type { FilterEntry } from '../../../../src/host/filters/parse-rules';
import type { LoadedRules } from '../../../../src/host/filters/rule-file-locations';

function rule(name: string, prefix: string, enabled = true): FilterRule {
  return { name, match: { prefix }, strategy: { type: 'git_status' }, enabled };
}

function full(name: string, prefix: string, enabled = true): FilterEntry {
  return { name, enabled, rule: rule(name, prefix, enabled), line: 3 };
}

function only(name: string, enabled: boolean): FilterEntry {
  return { name, enabled, line: 7 };
}

function file(source: 'user' | 'workspace', ...entries: readonly FilterEntry[]): LoadedRules {
  return { ruleFile: { source, file: `/${source}`, label: source }, entries, problems: [] };
}

const builtIn = [rule('make', 'built-in'), rule('ls', 'built-in')];

/** Name and writer of each rule in force. */
function merged(...files: readonly LoadedRules[]): readonly string[] {
  return mergeRules(files, builtIn)
    .rules.filter((each) => each.rule.enabled)
    .map((each) => `${each.rule.name} ${each.source}`);
}

describe('rules of several files', () => {
  it("apply in order: the user's, the workspace's, the built-in ones", () => {
    const files = [file('user', full('a', 'x')), file('workspace', full('b', 'x'))];
    assert.deepEqual(merged(...files), ['a user', 'b workspace', 'make built-in', 'ls built-in']);
  });

  it("of one name the user's replaces the others", () => {
    const files = [file('user', full('make', 'x')), file('workspace', full('make', 'y'))];
    assert.deepEqual(merged(...files), ['make user', 'ls built-in']);
    assert.deepEqual(merged(file('workspace', full('make', 'y'))), [
      'make workspace',
      'ls built-in',
    ]);
  });

  it('003-match-2: enabled = false alone switches a built-in rule off', () => {
    assert.deepEqual(merged(file('user', only('make', false))), ['ls built-in']);
    assert.deepEqual(merged(file('workspace', only('make', false))), ['ls built-in']);
  });

  it('a rule that is written and switched off takes the place of the others too', () => {
    assert.deepEqual(merged(file('user', full('make', 'x', false))), ['ls built-in']);
  });

  it('what the user keeps on, no workspace switches off', () => {
    const off = file('workspace', only('make', false), full('ls', 'y', false));
    assert.deepEqual(merged(file('user', only('make', true), only('ls', true)), off), [
      'make built-in',
      'ls built-in',
    ]);
    assert.deepEqual(merged(file('user', full('make', 'x')), off), ['make user']);
  });

  it('a switch for an unknown rule is reported, with a suggestion', () => {
    const { problems } = mergeRules([file('user', only('maek', false))], builtIn);
    assert.deepEqual(
      problems.map(({ text }) => text),
      ['user, line 7: there is no rule "maek" (did you mean "make"?) to switch.'],
    );
    const own = [file('user', only('a', false)), file('workspace', full('a', 'x'))];
    assert.deepEqual(mergeRules(own, builtIn).problems, []);
  });
});
