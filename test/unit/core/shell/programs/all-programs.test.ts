import assert from 'node:assert/strict';
import { namesIn } from '../../../../../src/core/base/text-lines';
import { allPrograms, findTable } from '../../../../../src/core/shell/programs/all-programs';
import type { VerbTable } from '../../../../../src/core/shell/programs/program-table';

function doubles(names: readonly string[]): readonly string[] {
  return names.filter((name, at) => names.indexOf(name) !== at);
}

/** What a table names twice, or as an option that is none, with all its verbs. */
function oddNames(name: string, table: VerbTable): readonly string[] {
  const options = Object.keys(table.options ?? {}).flatMap((names) => names.split(' '));
  const verbs = Object.entries(table.verbs ?? {});
  const odd = [
    ...doubles(options),
    ...options.filter((option) => !/^[-/]/.test(option)),
    ...doubles(verbs.flatMap(([names]) => names.split(' '))),
  ];
  const below = verbs.flatMap(([verb, next]) => oddNames(`${name} ${verb}`, next));
  return [...odd.map((each) => `${name}: ${each}`), ...below];
}

describe('the tables of programs', () => {
  it('name each program once', () => {
    assert.deepEqual(doubles(allPrograms.flatMap(({ programs }) => namesIn(programs))), []);
  });

  it('name each option and each verb once, so that none hides another', () => {
    const odd = allPrograms.flatMap((table) => oddNames(table.programs, table));
    assert.deepEqual(odd, []);
  });

  it('are found in other spellings of the program', () => {
    assert.equal(findTable('python3.12'), findTable('python'));
    assert.equal(findTable('GIT'), findTable('git'));
    assert.equal(findTable('npm.cmd'), findTable('npm'));
    assert.equal(findTable('clang-18'), findTable('clang'));
    assert.deepEqual(findTable('constructor').programs, '');
  });
});
