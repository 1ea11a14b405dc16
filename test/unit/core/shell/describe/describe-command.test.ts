import { inEnglish } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { namesIn } from '../../../../../src/core/base/text-lines';
import { allPrograms } from '../../../../../src/core/shell/programs/all-programs';
import { describeCommand } from '../../../../../src/core/shell/describe/describe-command';
import { commandOf, describeLine, readLines } from '../../../fakes/described-command';

const programs = allPrograms.flatMap(({ programs: names }) => namesIn(names));
const wrappers = [
  'sudo',
  'env',
  'timeout',
  'xargs',
  'bash',
  'find',
  'npx',
  'git',
  'ssh',
  'cd',
  'set',
];

const word = fc.oneof(
  fc.string(),
  fc.constantFrom(...programs, ...wrappers),
  fc.constantFrom(
    '-c',
    '--',
    '-',
    '-x',
    '--output=x',
    '-exec',
    ';',
    '{}',
    '/etc/x',
    '~',
    '..',
    '5',
    'A=1',
  ),
  fc.stringMatching(/^-{1,2}[a-zA-Z]{1,8}(?:=[./a-z]{0,6})?$/),
);

const words = fc.array(fc.record({ text: word, known: fc.boolean() }), { maxLength: 12 });

const command = fc.record({
  words,
  assignments: fc.array(
    fc.record({ name: fc.string(), value: fc.record({ text: fc.string(), known: fc.boolean() }) }),
    { maxLength: 2 },
  ),
  redirections: fc.array(
    fc.record({
      operator: fc.constantFrom('>' as const, '<' as const, '>&' as const, '<>' as const),
      target: fc.record({ text: word, known: fc.boolean() }),
    }),
    { maxLength: 2 },
  ),
  hereDocuments: fc.array(fc.record({ body: fc.string(), quoted: fc.boolean() }), { maxLength: 2 }),
  raw: fc.string(),
  folders: fc.option(fc.array(fc.constantFrom('.', 'a', '/b'), { minLength: 1, maxLength: 2 }), {
    nil: undefined,
  }),
});

describe('a simple command', () => {
  it('is described whatever its words are', () => {
    fc.assert(
      fc.property(command, (given) => {
        const { parts } = describeCommand(given, readLines);
        assert.ok(given.words.length === 0 || parts.length > 0);
        for (const part of parts) {
          assert.ok(part.hazards.every(({ reason }) => inEnglish(reason) !== ''));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('with an unknown word always asks, or needs it in the rule', () => {
    fc.assert(
      fc.property(words, (given) => {
        const unknown = [...given, { text: '$x', known: false }];
        const described = describeCommand(
          { ...commandOf(''), words: unknown, raw: 'x' },
          readLines,
        );
        const deciding = described.parts.filter(({ role }) => role === 'decides');
        assert.ok(deciding.length > 0);
        assert.ok(deciding.some(({ hazards }) => hazards.length > 0));
      }),
      { numRuns: 1000 },
    );
  });

  const dangerous = [
    'find . -delete',
    'sort -o x f',
    'sed -i s/a/b/ f',
    'git -c a=b log',
    'git log --output=x',
    'git reset --hard',
    'tar xf a --to-command=x',
    'rg --pre x y',
    'npm test --script-shell=x',
    'curl -o x https://a.b',
    'make SHELL=x',
    'node -r x y.js',
    'perl -i x f',
    'docker run --privileged a',
    'xargs rm',
    'find . -exec rm {}',
    'rsync -e x a b',
    'cargo --config x build',
    'go test -exec x',
    'pytest -p x',
  ];
  it('stays dangerous however many words are added', () => {
    fc.assert(
      fc.property(fc.constantFrom(...dangerous), fc.array(word, { maxLength: 5 }), (line, more) => {
        const before = describeLine(line);
        const { words: own } = commandOf(line);
        const added = more.map((text) => ({ text, known: true }));
        const after = describeCommand({ ...commandOf(line), words: [...own, ...added] }, readLines);
        const reasons = new Set(reasonsOf(after));
        for (const reason of reasonsOf(before)) assert.ok(reasons.has(reason), reason);
      }),
      { numRuns: 1000 },
    );
  });

  it('names itself by its base name, its variables and its text for rules that tighten', () => {
    const [part] = describeLine('CI=1 /bin/rm x', { raw: 'CI=1  /bin/rm x' }).parts;
    assert.deepEqual(part?.forms, ['CI=1  /bin/rm x', 'CI=1 /bin/rm x', 'rm x']);
  });

  it('names a verb without the options before it', () => {
    const [part] = describeLine('git -C . --no-pager push origin').parts;
    assert.ok(part?.forms.includes('git push origin'));
    const [cargo] = describeLine('cargo +nightly publish').parts;
    assert.ok(cargo?.forms.includes('cargo publish'));
  });

  for (const line of [
    'rm x',
    'mv a b',
    'cp a b',
    'dd if=a of=b',
    'truncate -s 0 a',
    'tee a',
    'mkdir a',
    'touch a',
    'sed -i s/a/b/ f',
    'chmod +x a',
    'chown a b',
    'ln -s a b',
    'install a b',
    'rsync a b',
    'patch -p1',
    'git checkout main',
    'git reset',
    'git clean -n',
    'git restore a',
    'git stash',
    'git rm a',
    'git mv a b',
    'git apply a',
    'git am a',
    'git merge a',
    'git rebase a',
    'git pull',
    'git switch a',
    'git cherry-pick a',
    'git revert a',
    'cargo fmt',
    'npm install',
    'pnpm add a',
    'yarn remove a',
    'pip install a',
    'prettier --write a',
    'eslint --fix a',
    'black a',
    'gofmt -w a',
    'unzip a',
    'tar xf a',
    'perl -pi -e x f',
    'xargs rm',
    'sudo rm a',
    'find . -delete',
  ]) {
    it(`000-transaction-2: ${line} writes`, () => {
      assert.ok(describeLine(line).parts.some(({ writes }) => writes));
    });
  }

  for (const line of [
    'ls',
    'cat a',
    'git status',
    'git log',
    'npm test',
    'tar tf a',
    'sed s/a/b/ f',
  ]) {
    it(`000-transaction-2: ${line} does not`, () => {
      assert.ok(describeLine(line).parts.every(({ writes }) => !writes));
    });
  }
});

function reasonsOf({ parts }: ReturnType<typeof describeLine>): readonly string[] {
  return parts
    .filter(({ role }) => role === 'decides')
    .flatMap(({ hazards }) => hazards.map(({ reason }) => inEnglish(reason)));
}
