import assert from 'node:assert/strict';
import { describeLine, liftsOf, pathsOf } from '../../../fakes/described-command';

describe('folders (decision shell-paths)', () => {
  const moves: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['cd sub', ['sub']],
    ['cd ./sub/', ['sub']],
    ['cd sub/../other', ['other']],
    ['cd ..', ['..']],
    ['cd /x', ['/x']],
    ['cd -P sub', ['sub']],
    ['cd -- sub', ['sub']],
    ['command cd sub', ['sub']],
    ['builtin cd sub', ['sub']],
    ['time cd sub', ['sub']],
    ['env cd sub', ['.']],
    ['timeout 5 cd sub', ['.']],
    ["bash -c 'cd sub'", ['.']],
    ['sudo cd sub', ['.']],
    ['ls', ['.']],
    ['cd', undefined],
    ['cd -', undefined],
    ['cd ~', undefined],
    ['cd ~/x', undefined],
    ['cd $X', undefined],
    ['cd a b', undefined],
    ['pushd sub', undefined],
    ['popd', undefined],
  ];
  for (const [line, folders] of moves) {
    it(`${line} leads to ${folders?.join() ?? 'an unknown folder'}`, () => {
      assert.deepEqual(describeLine(line).folders, folders);
    });
  }

  it('are joined with every folder the command may run in', () => {
    assert.deepEqual(describeLine('cd b', { folders: ['.', 'a'] }).folders, ['b', 'a/b']);
    assert.deepEqual(pathsOf(describeLine('cat x', { folders: ['.', 'a'] })), ['< x', '< a/x']);
  });

  it('are known again behind an absolute one', () => {
    assert.deepEqual(describeLine('cd /x', { folders: undefined }).folders, ['/x']);
  });

  it('that are not known let only commands pass that do the same everywhere', () => {
    for (const line of ['ls', 'npm test', 'cat x', 'cd sub', 'bash x.sh', 'xargs ls']) {
      assert.ok(liftsOf(describeLine(line, { folders: undefined })).includes('never'), line);
    }
    for (const line of ['echo hi', 'printf x', 'pwd', 'true', 'timeout 5 echo hi']) {
      assert.deepEqual(liftsOf(describeLine(line, { folders: undefined })), [], line);
    }
  });

  it('of packages and repositories ask', () => {
    for (const line of ['cd node_modules/x', 'cd .git', 'cd sub/.git/hooks']) {
      assert.deepEqual(liftsOf(describeLine(line)), ['never'], line);
    }
  });

  it('matter to git, which reads settings there', () => {
    const [part] = describeLine('git status', { folders: ['.', 'sub'] }).parts;
    assert.deepEqual(
      part?.hazards.map(({ unlessFolder }) => unlessFolder),
      ['sub'],
    );
    assert.deepEqual(liftsOf(describeLine('git status')), []);
  });
});

describe('paths (decision shell-paths)', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['cat a b/c', ['< a', '< b/c']],
    ['cp a b c', ['< a', '< b', '> c', '> c/a', '> c/b']],
    ['mv a b', ['> a', '> b']],
    ['rm -rf a', ['> a']],
    ['tee -a a b', ['> a', '> b']],
    ['touch a', ['> a']],
    ['chmod +x a', ['> a']],
    ['ln -s a b', ['< a', '> b', '> b/a']],
    ['dd if=a of=b', ['< a', '> b']],
    ['grep x a', ['< a']],
    ['grep -e x a', ['< a']],
    ['grep -f p a', ['< p', '< a']],
    ["sed 's/a/b/' f", ['< f']],
    ["sed -i 's/a/b/' f", ['< f', '> f']],
    ["awk '{print}' f", ['< f']],
    ['jq .a f', ['< f']],
    ['sort -o out f', ['> out', '< f']],
    ['find src test -name x', ['< src', '< test']],
    ['tar -tzf a.tgz', ['< a.tgz']],
    ['tar -czf a.tgz src', ['< src', '> a.tgz', '< src']],
    ['node scripts/x.js', ['< scripts/x.js']],
    ['./x a/b', ['< a/b', '< x']],
    ['tool --out=/etc/x', ['< /etc/x']],
    ['tool -I/usr/include @/etc/x', ['< /usr/include', '< @/etc/x', '< /etc/x']],
    ['tool https://a.b/c x', []],
    ['echo /etc/passwd', []],
    ['git add .env', ['< .env']],
    ['git diff -- .env', ['< .env']],
    ['git show HEAD:.env', ['< .env']],
    ["git log -- ':(top).env'", ['< .env']],
    ['tool html:/etc/x --a=b=/etc/y', ['< b=/etc/y', '< /etc/y', '< html:/etc/x', '< /etc/x']],
    ['cat link/../x', ['< x', '< link']],
    ['cat /dev/null', []],
  ];
  for (const [line, paths] of rows) {
    it(`${line}: ${paths.join(', ') || 'none'}`, () => {
      assert.deepEqual(pathsOf(describeLine(line)), paths);
    });
  }

  it('that no rule frees: home, devices, the system', () => {
    for (const line of [
      'cat ~/.ssh/id',
      'cat ~',
      'cat /proc/self/environ',
      'head /dev/sda',
      'tool ~/x',
      '~/bin/x',
    ]) {
      assert.ok(liftsOf(describeLine(line)).includes('never'), line);
    }
  });

  it('of a word that only may be one are not certain', () => {
    const [part] = describeLine('tool manage.py').parts;
    const possible = { given: 'manage.py', certain: false, redirected: false };
    assert.deepEqual(part?.paths, [
      { ...possible, access: 'read' },
      { ...possible, access: 'write' },
    ]);
  });
});
