import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { allow } from '../../../fixtures/shell/row';
import { createShellJudge, type ShellJudge } from './judge';
import { createBashFolder, type BashRun } from './run-in-bash';
import { times } from '../../../soak';

const rules = allow('ls *', 'git status *', 'echo *', 'cat *', 'npm test', 'true');
const allowedPrograms = new Set(['ls', 'git', 'cat', 'npm']);
/** Builtins that do nothing or end the shell need no rule. */
const plainCommand =
  /^\s*(?:(?:ls|cat|echo|git status)(?: +[\w.,:=@%+-]+)*|npm test|true|false|:|exit|return|break|continue|shift)\s*$/;

const words = fc.constantFrom(
  'ls',
  'cat',
  'echo',
  'echo a',
  'git status',
  'npm test',
  'true',
  'rm x',
  'touch x',
  'make',
  'id',
  'a',
  'x',
  '-la',
  'README.md',
);
const operators = fc.constantFrom(
  ';',
  '&&',
  '||',
  '|',
  '&',
  '\n',
  '|&',
  '(',
  ')',
  '{ ',
  ' }',
  '! ',
);
const keywords = fc.constantFrom(
  'if ',
  ' then ',
  ' else ',
  ' fi',
  'for i in a b',
  ' do ',
  ' done',
  'case a in a) ',
  ' ;; esac',
  '[[ a ]]',
  'f() ',
  'time ',
);
const marks = fc.constantFrom(
  "'",
  '"',
  '\\',
  '`',
  '#',
  ' # ',
  '\\\n',
  '\t',
  '=',
  "''",
  '""',
  "$'",
  '\r',
);
const computed = fc.constantFrom(
  '$x',
  '${x}',
  '$(',
  ')',
  '$((1))',
  '~',
  '*',
  '{a,b}',
  '$(id)',
  '<(',
  '<<<',
);
const files = fc.constantFrom(
  '>',
  '<',
  '>>',
  '> out',
  '2>&1',
  '>/dev/null',
  '< /dev/null',
  '<<EOF\n',
  "<<'EOF'\n",
  '\nEOF\n',
  '>&2',
  '&>',
);
const starters = fc.constantFrom(
  'timeout 5 ',
  'env ',
  'nice ',
  'nohup ',
  'command ',
  'bash -c ',
  'xargs ',
  'A=1 ',
  'CI=1 ',
  'eval ',
  'exec ',
);
const blank = fc.constant(' ');

const soup = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: words },
      { weight: 5, arbitrary: blank },
      { weight: 4, arbitrary: operators },
      { weight: 1, arbitrary: keywords },
      { weight: 1, arbitrary: marks },
      { weight: 1, arbitrary: computed },
      { weight: 1, arbitrary: files },
      { weight: 1, arbitrary: starters },
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((tokens) => tokens.join(''));

/** A sequence of allowed commands with one unexpected token. */
const spoiled = fc
  .record({
    commands: fc.array(
      fc.tuple(
        fc.constantFrom('ls', 'cat a', "echo 'a b'", 'git status', 'npm test', 'echo "a"'),
        fc.constantFrom('; ', ' && ', ' || ', ' | ', '\n', ' & '),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    token: fc.oneof(operators, keywords, marks, computed, files, starters, words, fc.string()),
    at: fc.nat(60),
  })
  .map(({ commands, token, at }) => {
    const text = commands.flat().join('');
    return text.slice(0, at) + token + text.slice(at);
  });

describe('random text', () => {
  let judge: ShellJudge;
  let base: string;
  let runInBash: (text: string) => Promise<BashRun>;
  before(() => {
    judge = createShellJudge();
    base = mkdtempSync(path.join(tmpdir(), 'gatehouse-bash-'));
    runInBash = createBashFolder(base);
  });
  after(async () => {
    rmSync(base, { recursive: true, force: true });
    await judge.dispose();
  });

  it('is not allowed if it is random bytes, except for plain words of an allowed command', async () => {
    const bytes = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array).toString('latin1')),
      fc.string({ unit: 'binary-ascii', maxLength: 20 }),
    );
    const text = fc
      .tuple(fc.constantFrom('', 'rm', '$', './x '), bytes)
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (command) => {
        const { verdict } = await judge.explain(command, rules);
        assert.ok(verdict !== 'allow' || plainCommand.test(command), JSON.stringify(command));
      }),
      { numRuns: times(800) },
    );
  }).timeout(600_000);

  for (const [name, texts] of Object.entries({
    'a random sequence of tokens': soup,
    'a chain with an unexpected token': spoiled,
  })) {
    it(`runs only allowed programs in bash, and makes no file, when ${name} is allowed`, async () => {
      let allowed = 0;
      await fc.assert(
        fc.asyncProperty(texts, async (command) => {
          const { verdict } = await judge.explain(command, rules);
          if (verdict !== 'allow') return;
          allowed += 1;
          const { programs, made } = await runInBash(command);
          assert.deepEqual(made, [], JSON.stringify(command));
          const others = programs.filter((program) => !allowedPrograms.has(program));
          assert.deepEqual(others, [], JSON.stringify(command));
        }),
        { numRuns: times(800) },
      );
      assert.ok(allowed > 0);
    }).timeout(600_000);
  }
});
