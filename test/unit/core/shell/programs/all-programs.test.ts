import assert from 'node:assert/strict';
import { allPrograms, findTable } from '../../../../../src/core/shell/programs/all-programs';
import type { VerbTable } from '../../../../../src/core/shell/programs/program-table';

function doubles(names: readonly string[]): readonly string[] {
  return names.filter((name, at) => names.indexOf(name) !== at);
}

function assertDistinct(name: string, table: VerbTable): void {
  const options = Object.keys(table.options ?? {}).flatMap((names) => names.split(' '));
  assert.deepEqual(doubles(options), [], `options of ${name}`);
  assert.deepEqual(
    options.filter((option) => !/^[-/]/.test(option)),
    [],
    `options of ${name}`,
  );
  const verbs = Object.entries(table.verbs ?? {});
  assert.deepEqual(doubles(verbs.flatMap(([names]) => names.split(' '))), [], `verbs of ${name}`);
  for (const [verb, next] of verbs) assertDistinct(`${name} ${verb}`, next);
}

describe('the tables of programs', () => {
  it('name each program once', () => {
    assert.deepEqual(doubles(allPrograms.flatMap(({ programs }) => programs)), []);
  });

  it('name each option and each verb once, so that none hides another', () => {
    for (const table of allPrograms) assertDistinct(table.programs[0] ?? '', table);
  });

  it('are found in other spellings of the program', () => {
    assert.equal(findTable('python3.12'), findTable('python'));
    assert.equal(findTable('GIT'), findTable('git'));
    assert.equal(findTable('npm.cmd'), findTable('npm'));
    assert.equal(findTable('clang-18'), findTable('clang'));
    assert.deepEqual(findTable('constructor').programs, []);
  });
});
