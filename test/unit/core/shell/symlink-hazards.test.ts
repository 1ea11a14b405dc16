import assert from 'node:assert/strict';
import type { ShellPart } from '../../../../src/core/contracts/calls/shell-analysis';
import { addSymlinkHazards } from '../../../../src/core/shell/symlink-hazards';

function part(text: string, paths: readonly string[] = [], certain = true): ShellPart {
  return {
    words: text.split(' ').map((word) => ({ text: word, known: true })),
    raw: text,
    forms: [],
    role: 'decides',
    hazards: [],
    paths: paths.map((given) => ({ given, access: 'read', certain, redirected: false })),
    writes: false,
  };
}

function warned(parts: readonly ShellPart[], text: string): readonly string[] {
  return addSymlinkHazards(parts, text)
    .filter(({ hazards }) => hazards.some(({ liftedBy }) => liftedBy === undefined))
    .map(({ raw }) => raw);
}

describe('paths behind what may make a link (decision shell-redirections)', () => {
  const read = part('cat x', ['x']);

  it('have a hazard that no rule lifts', () => {
    assert.deepEqual(warned([part('ln -s a x', ['x']), read], 'ln -s a x; cat x'), ['cat x']);
  });

  it('stay free before it, where the text runs in order', () => {
    const parts = [read, part('mv a b', ['a'])];
    assert.deepEqual(warned(parts, 'cat x; mv a b'), []);
    for (const text of ['while cat x; do mv a b; done', 'cat x & mv a b', 'cat x | mv a b']) {
      assert.deepEqual(warned(parts, text), ['cat x'], text);
    }
  });

  it('count for git only by verbs that bring files', () => {
    assert.deepEqual(warned([part('git checkout a'), read], 'git checkout a; cat x'), ['cat x']);
    assert.deepEqual(warned([part('git log'), read], 'git log; cat x'), []);
  });

  it('are only what surely is one behind git, and every word behind a link', () => {
    const maybe = part('make x', ['x'], false);
    assert.deepEqual(warned([part('git pull'), maybe], 'git pull; make x'), []);
    assert.deepEqual(warned([part('ln -s a x'), maybe], 'ln -s a x; make x'), ['make x']);
  });

  it('do not suffer from a copy that follows links', () => {
    assert.deepEqual(warned([part('cp a x'), read], 'cp a x; cat x'), []);
    assert.deepEqual(warned([part('cp -a a x'), read], 'cp -a a x; cat x'), ['cat x']);
  });
});
