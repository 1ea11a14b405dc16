import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeCommand } from '../../../../src/core/shell/describe/describe-command';
import { analyzeCommand } from '../../../../src/core/shell/analyze-command';
import type { ParseTree } from '../../../../src/core/shell/tree/read-tree';

/** A grammar that says nothing against our reading. */
const silentGrammar: ParseTree = () => true;

function lastOf(command: string): string | undefined {
  return analyzeCommand(command, { parseTree: silentGrammar, describe: describeCommand })
    .lastCommand;
}

const found: readonly (readonly [string, string])[] = [
  // 003-filters-3: the two examples of the specification.
  ['cd /path && cargo test 2>&1 | tail -80', 'cargo test'],
  [
    'cd /Users/me/project && cargo clippy --workspace -- -D warnings 2>&1',
    'cargo clippy --workspace -- -D warnings',
  ],
  // Lists.
  ['cargo test', 'cargo test'],
  ['cd a; cargo test', 'cargo test'],
  ['cd a\ncargo build\ncargo test', 'cargo test'],
  ['npm ci || npm install', 'npm install'],
  ['git add . && git commit -m "a; b && c"', 'git commit -m a; b && c'],
  ['make # && cargo test', 'make'],
  ['# build\nmake all\n# done', 'make all'],
  // What prints nothing does not end the output.
  ['cargo test || true', 'cargo test'],
  ['set -e; cargo test; exit 0', 'cargo test'],
  ['npm run build; rm -rf tmp; cd ..', 'npm run build'],
  ['cargo test; A=1', 'cargo test'],
  ['make && touch done', 'make'],
  ['make; ls > /dev/null 2>&1', 'make'],
  ['make; ls &> /dev/null', 'make'],
  ['make 2>/dev/null', 'make'],
  ['ls; rm -rv tmp', 'rm -rv tmp'],
  ['export', 'export'],
  // Pipelines.
  ['cargo test 2>&1 | tee log | grep -v ok | head -5', 'cargo test'],
  ['cargo test |& tail', 'cargo test'],
  ['yes | apt-get install tree', 'apt-get install tree'],
  ['find . -name a | xargs grep b | head', 'xargs grep b'],
  ['cat package.json | jq .scripts', 'jq .scripts'],
  ['! grep -r TODO src', 'grep -r TODO src'],
  // Redirections, assignments, wrappers.
  ['cd a; FOO=1 time -p npm test > log 2>&1', 'npm test'],
  ['>out make', 'make'],
  ['CI=1 A=$B npm test', 'npm test'],
  ['env -u A CI=1 npm test', 'npm test'],
  ['timeout -k 5 120s nice -n 5 nohup stdbuf -oL pytest -q', 'pytest -q'],
  ['time cargo test', 'cargo test'],
  ['command git status', 'git status'],
  ['command -v node', 'command -v node'],
  ['sudo -E -u me apt-get update', 'apt-get update'],
  ['cross-env CI=1 jest', 'jest'],
  ['timeout --odd 5 npm test', 'timeout --odd 5 npm test'],
  ['env', 'env'],
  ['npx vitest run', 'npx vitest run'],
  ['uv run pytest', 'uv run pytest'],
  ['xargs cargo test', 'xargs cargo test'],
  // Names of programs.
  ['/usr/bin/git status', 'git status'],
  ['./node_modules/.bin/jest --ci', 'jest --ci'],
  ['.venv/bin/pytest', 'pytest'],
  ['~/.cargo/bin/cargo test', 'cargo test'],
  ['./build.sh all', './build.sh all'],
  ['./bin/console list', './bin/console list'],
  ['git.exe status', 'git status'],
  // Words.
  ['"cargo" \'te\'st', 'cargo test'],
  ['car\\\ngo test', 'cargo test'],
  ['cargo test $FILTER *.rs', 'cargo test $FILTER *.rs'],
  ['ls $(pwd)', 'ls $(pwd)'],
  // Compound commands.
  ['(cd a && make)', 'make'],
  ['{ cd a; make; } 2>&1 | tail', 'make'],
  ['if [ -f a ]; then cargo test; fi', 'cargo test'],
  ['if cd a; then make; else make; fi', 'make'],
  ["bash -lc 'cd a && cargo test | tail'", 'cargo test'],
  ['sh -c "make \\\n all"', 'make all'],
  ['bash ./run.sh', 'bash ./run.sh'],
  // Documents.
  ['cat <<EOF > f\ncargo test\nEOF\nmake', 'make'],
  ["python3 - <<'E' | tail\nprint(1)\nE", 'python3 -'],
  // In the background.
  ['npm start & sleep 5; curl -s localhost', 'curl -s localhost'],
  ['cargo build & wait', 'cargo build'],
  ['npm start &', 'npm start'],
];

const absent: readonly string[] = [
  '',
  '# cargo test',
  'cd a',
  'A=1',
  'true',
  '$CARGO test',
  'cd a && "$RUN" test',
  'for a in 1 2; do cargo test; done',
  'while make; do sleep 1; done',
  'case a in a) make;; esac',
  'if make; then cargo test; else git status; fi',
  'find . | while read a; do git diff "$a"; done',
  'bash -c "$SCRIPT"',
  'make; f() { cargo test; }',
  '((a = 1))',
  "cargo test 'open",
];

describe('the last command of a text', () => {
  for (const [command, last] of found) {
    it(`003-filters-3: ${JSON.stringify(command)} is ${last}`, () => {
      assert.equal(lastOf(command), last);
    });
  }

  for (const command of absent) {
    it(`is none, or not certain, in ${JSON.stringify(command)}`, () => {
      assert.equal(lastOf(command), undefined);
    });
  }

  it('is found in a text however deep or long', () => {
    assert.equal(lastOf('('.repeat(50) + 'make' + ')'.repeat(50)), undefined);
    assert.equal(lastOf(`${'nice '.repeat(100)}make`), `${'nice '.repeat(92)}make`);
    assert.equal(lastOf('make;'.repeat(2000)), 'make');
  });

  it('never fails, and is one of the words of the text', () => {
    const piece = fc.constantFrom(
      ...['a', 'cd x', '&&', '||', ';', '|', '&', '\n', '(', ')', '{ ', ' }', '$x', "'q'", '>f'],
      ...['time', 'env', 'sudo', "bash -c 'b'", '<<E\n', 'E\n', '#', 'if ', ';then ', ';fi', '!'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const last = lastOf(pieces.join(' '));
        assert.ok(last === undefined || last !== '');
      }),
      { numRuns: 300 },
    );
  });
});
