import assert from 'node:assert/strict';
import { affectedPaths } from '../../../../../src/adapters/file-history/command/affected-paths';
import { succeed } from '../../../../../src/core/contracts/failure';
import { realReader } from '../../../fakes/real-reader';

async function affectedBy(command: string) {
  const reading = await realReader.read(command);
  const given = reading.parts.flatMap(({ paths }) => paths.map((path) => path.given));
  const named = [...new Set(given)].map((path) => ({
    given: path,
    resolved: succeed({ asked: path, real: path, exists: true, root: '/w' }),
  }));
  return affectedPaths(reading, named);
}

describe('000-transaction-2: affected paths of a command', () => {
  const byName: Readonly<Record<string, readonly string[]>> = {
    'rm a.txt': ['a.txt'],
    'rm -rf src/ b': ['b', 'src'],
    'mv a b': ['a', 'b'],
    'cp a b': ['b', 'b/a'],
    'echo x > out.txt': ['out.txt'],
    'echo "$x" > out.txt': ['out.txt'],
    'cat a >> b 2> c': ['b', 'c'],
    'tee x < y': ['x'],
    "sed -i 's/a/b/' f.txt": ['f.txt'],
    'cd src && touch f': ['src/f'],
    'chmod 600 f': ['f'],
    'dd if=a of=b': ['b'],
    'truncate -s 0 f': ['f'],
    'bash -c "rm a"': ['a'],
    'rm src/*.ts': ['src'],
    'ls a && cat b': [],
  };
  for (const [command, named] of Object.entries(byName)) {
    it(`${command} changes the paths it names`, async () => {
      const affected = await affectedBy(command);
      assert.deepEqual(
        affected.named.map((path) => path.replace(/^\.\//, '')).sort(),
        [...named].sort(),
      );
      assert.equal(affected.beyondNames, false);
    });
  }

  const beyond = [
    'git checkout main',
    'git checkout a.txt',
    'git reset --hard',
    'git clean -fd',
    'git stash',
    'cargo fmt',
    'prettier --write .',
    'npm install',
    'rm *',
    'rm $f',
    'rm src/$f',
    'echo a | xargs rm',
    'patch -p1 < fix.patch',
    'sudo rm a',
    'rm "unfinished',
  ];
  for (const command of beyond) {
    it(`${command} may change paths it does not name`, async () => {
      assert.equal((await affectedBy(command)).beyondNames, true);
    });
  }

  it('a write to a computed path may be anywhere', () => {
    const part = { words: [{ text: 'echo', known: true }], raw: 'echo > "$f"', forms: [] };
    const parts = [{ ...part, role: 'decides', hazards: [], paths: [], writes: true } as const];
    const reading = { text: part.raw, state: 'read', doubts: [], blocked: [], parts } as const;
    assert.equal(affectedPaths(reading, []).beyondNames, true);
  });

  it('an unresolved path may be anything', async () => {
    const reading = await realReader.read('rm a.txt');
    assert.deepEqual(affectedPaths(reading, []), { named: [], beyondNames: true });
  });
});
