import assert from 'node:assert/strict';
import fc from 'fast-check';
import { filterLines } from '../filter-lines';

const filtered = (lines: string | readonly string[], max_diff_lines = 500, exitCode = 0) =>
  filterLines({ type: 'git_diff', max_diff_lines }, lines, exitCode);

const header = (name: string): readonly string[] => [
  `diff --git a/${name} b/${name}`,
  'index 1a2b3c4..5d6e7f8 100644',
  `--- a/${name}`,
  `+++ b/${name}`,
];
/** One hunk that adds so many lines. */
const added = (name: string, count: number): readonly string[] => [
  ...header(name),
  `@@ -0,0 +1,${String(count)} @@`,
  ...Array.from({ length: count }, (_, at) => `+${name} ${String(at)}`),
];

describe('the strategy git_diff', () => {
  it('drops only the lines of a header that repeat the line above', () => {
    const { lines, report } = filtered([
      'diff --git a/old name.ts b/new.ts',
      'old mode 100644',
      'new mode 100755',
      'similarity index 90%',
      'rename from old name.ts',
      'rename to new.ts',
      'index 1a2b3c4..5d6e7f8',
      '--- a/old name.ts\t',
      '+++ b/new.ts',
      '@@ -1 +1,2 @@ heading',
      ' a',
      '+--- b',
      'diff --git a/icon.png b/icon.png',
      'new file mode 100644',
      'index 0000000..5d6e7f8',
      'Binary files /dev/null and b/icon.png differ',
    ]);
    assert.deepEqual(lines, [
      'diff --git a/old name.ts b/new.ts',
      'old mode 100644',
      'new mode 100755',
      'rename from old name.ts',
      'rename to new.ts',
      '@@ -1 +1,2 @@ heading',
      ' a',
      '+--- b',
      'diff --git a/icon.png b/icon.png',
      'new file mode 100644',
      'Binary files /dev/null and b/icon.png differ',
    ]);
    assert.equal(report?.confidence, 'full');
  });

  it('knows a removed line that looks like a header', () => {
    const body = [
      '@@ -1,2 +1 @@',
      '--- a/x.ts',
      '-index 1',
      '+++ y',
      '\\ No newline at end of file',
    ];
    assert.deepEqual(filtered([...header('x.ts'), ...body]).lines.slice(1), body);
  });

  it('003-strategy-8: preserves the headers of all files above the limit, and gives each its share', () => {
    const { lines, report } = filtered(
      [...added('big.ts', 300), ...added('small.ts', 3), ...added('other.ts', 300)],
      50,
    );
    assert.ok(lines.length < 70);
    for (const name of ['big.ts', 'small.ts', 'other.ts']) {
      assert.ok(lines.includes(`diff --git a/${name} b/${name}`));
    }
    assert.ok(lines.includes('changes: +300 -0'));
    assert.ok(lines.includes('+small.ts 2'));
    assert.ok(lines.includes('+other.ts 10'));
    assert.equal(report?.confidence, 'partial');
  });

  it('thins context before any changed line, as git diff -U1 would', () => {
    const between = Array.from({ length: 8 }, (_, at) => ` context ${String(at)}`);
    const { lines } = filtered(
      [...header('x.ts'), '@@ -5,12 +5,11 @@ f()', ' a', ' b', '-c', ...between, '+d', '-e'],
      10,
    );
    assert.deepEqual(lines, [
      'diff --git a/x.ts b/x.ts',
      '@@ -6,3 +6,2 @@ f()',
      ' b',
      '-c',
      ' context 0',
      '@@ -15,2 +14,2 @@',
      ' context 7',
      '+d',
      '-e',
    ]);
  });

  it('counts the files whose names and numbers do not fit', () => {
    const names = Array.from({ length: 40 }, (_, at) => `f${String(at)}.ts`);
    const { lines } = filtered(
      names.flatMap((name) => added(name, 20)),
      10,
    );
    assert.equal(lines.filter((line) => line.startsWith('diff --git ')).length, 40);
    assert.equal(lines.filter((line) => line === 'changes: +20 -0').length, 40);
  });

  it('keeps the headers of commits between diffs', () => {
    const commit = (at: number): readonly string[] => [
      `commit ${String(at).repeat(40)}`,
      'Author: Dev <dev@example.com>',
      '',
      `    subject ${String(at)}`,
      '',
    ];
    const { lines } = filtered(
      [1, 2, 3].flatMap((at) => [...commit(at), ...added('x.ts', 100), '']),
      20,
    );
    for (const at of [1, 2, 3]) {
      const begin = lines.indexOf(`commit ${String(at).repeat(40)}`);
      assert.deepEqual(lines.slice(begin, begin + 5), commit(at));
    }
  });

  it('keeps conflict markers and both parents of a combined diff', () => {
    const body = [
      '@@@ -1,2 -1,2 +1,6 @@@',
      '++<<<<<<< HEAD',
      ' +ours',
      '++=======',
      '+ theirs',
      '++>>>>>>> topic',
      '  end',
    ];
    const { lines } = filtered([
      'diff --cc x.ts',
      'index 1,2..0',
      '--- a/x.ts',
      '+++ b/x.ts',
      ...body,
    ]);
    assert.deepEqual(lines, ['diff --cc x.ts', ...body]);
  });

  it('leaves statistics and names as they came', () => {
    assert.equal(filtered([' a.ts | 3 +++', ' 1 file changed, 3 insertions(+)']).report, undefined);
  });

  it('keeps what is searched for after a failure, also where lines are cut', () => {
    const lines = [...added('x.ts', 100), '@@ -1 +101 @@', '-throw new Error("lost")', '+b'];
    assert.ok(filtered(lines, 10, 1).text.includes('-throw new Error("lost")'));
    assert.ok(!filtered(lines, 10, 0).text.includes('-throw new Error("lost")'));
  });

  it('loses no header, nor a changed line below the limit, and changes nothing the second time', () => {
    const line = fc.tuple(
      fc.constantFrom(' ', '+', '-'),
      fc.stringMatching(/^(?:[a-z+-][a-z+ -]{0,5})?$/),
    );
    const file = fc.array(fc.array(line, { minLength: 1, maxLength: 25 }), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(file, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 80 }),
        (files, max) => {
          const raw = files.flatMap((hunks, at) => [
            ...header(`f${String(at)}`),
            ...hunks.flatMap((lines) => [
              rangeOf(lines),
              ...lines.map(([mark, text]) => mark + text),
            ]),
          ]);
          const { lines, text } = filtered(raw, max);
          for (const at of files.keys()) {
            assert.ok(lines.includes(header(`f${String(at)}`)[0] ?? ''));
          }
          const hasRoom = files.flat(1).reduce((sum, hunk) => sum + hunk.length + 1, 0) <= max;
          if (hasRoom) {
            for (const [mark, said] of files.flat(2)) assert.ok(lines.includes(mark + said));
          }
          assert.equal(filtered(text, max).text, text);
        },
      ),
    );
  });
});

function rangeOf(lines: readonly (readonly [string, string])[]): string {
  const old = lines.filter(([mark]) => mark !== '+').length;
  const result = lines.filter(([mark]) => mark !== '-').length;
  return `@@ -10,${String(old)} +10,${String(result)} @@`;
}
