import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { RuleFileText } from '../../../../src/adapters/filters/read-rule-file';
import { createRuleFileReader } from '../../../../src/host/filters/rule-file-reader';
import type { RuleFile } from '../../../../src/host/filters/rule-file-locations';

const place: RuleFile = { source: 'user', file: '/g/filters.toml', label: 'filters.toml' };

function toml(...names: readonly string[]): string {
  return names
    .map(
      (name) =>
        `[[rules]]\nname = "${name}"\nmatch = { prefix = "a" }\nstrategy = { type = "git_status" }\n`,
    )
    .join('');
}

function world(check: (name: string) => string | undefined = () => undefined) {
  let now: RuleFileText = { kind: 'absent' };
  const checked: string[] = [];
  const files = createRuleFileReader({
    read: () => Promise.resolve(now),
    createCheck: () => (rule) => {
      checked.push(rule.name);
      return Promise.resolve(check(rule.name));
    },
  });
  /** Names of the rules that count, then what is told. */
  const load = async (found: RuleFileText, places = [place]) => {
    now = found;
    return (await files.load(places)).flatMap(({ entries, problems }) => [
      ...entries.map(({ name }) => name),
      ...problems.map(({ text }) => text),
    ]);
  };
  const text = (content: string) => load({ kind: 'text', text: content });
  return { load, text, checked };
}

describe('files of rules', () => {
  it('that do not exist have no rules and are not reported', async () => {
    const { load } = world();
    assert.deepEqual(await load({ kind: 'absent' }), []);
  });

  it('a rule that may not be used is skipped with a warning that names file, line and reason', async () => {
    const { text } = world((name) => (name === 'bad' ? 'why' : undefined));
    assert.deepEqual(await text(toml('bad', 'good')), [
      'good',
      'filters.toml, line 1: the rule "bad" is skipped: why.',
    ]);
  });

  it('a file that is no TOML keeps its last good rules, and says so with line and column', async () => {
    const { text } = world();
    await text(toml('one'));
    assert.deepEqual(await text(`${toml('one')}x = `), [
      'one',
      'filters.toml, line 5: it is not valid TOML: invalid value (column 5); until it is corrected, its last valid rules apply.',
    ]);
    assert.deepEqual(await text(toml('two')), ['two']);
  });

  it('with no good rules before it, none counts', async () => {
    const { text } = world();
    assert.deepEqual(await text('x = '), [
      'filters.toml, line 1: it is not valid TOML: invalid value (column 5); until it is corrected, none of its rules applies.',
    ]);
  });

  it('what cannot be read for now keeps its rules too; what is gone does not', async () => {
    const { load, text } = world();
    await text(toml('one'));
    assert.deepEqual(await load({ kind: 'unreadable', why: say`no rights` }), [
      'one',
      'filters.toml: cannot be read: no rights; until it is corrected, its last valid rules apply.',
    ]);
    assert.deepEqual(await load({ kind: 'absent' }), []);
    assert.deepEqual((await load({ kind: 'unreadable', why: say`no rights` })).length, 1);
  });

  it('003-safety-1: one of over 1 MiB has none', async () => {
    const { load, text } = world();
    await text(toml('one'));
    assert.deepEqual(await load({ kind: 'too-large' }), [
      'filters.toml: larger than 1 MiB, so none of its rules applies.',
    ]);
  });

  it('what has not changed is not checked again, and what is no longer asked for is forgotten', async () => {
    const { load, text, checked } = world();
    await text(toml('one'));
    await text(toml('one'));
    assert.deepEqual(checked, ['one']);
    await load({ kind: 'absent' }, []);
    await text(toml('one'));
    assert.deepEqual(checked, ['one', 'one']);
  });
});
