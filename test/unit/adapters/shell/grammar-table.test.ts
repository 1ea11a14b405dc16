import assert from 'node:assert/strict';
import type { ShellAnalysis } from '../../../../src/core/contracts/calls/shell-analysis';
import { analyzeCommand } from '../../../../src/core/shell/analyze-command';
import type { DescribeCommand } from '../../../../src/core/shell/command/simple-command';
import type { ParseTree } from '../../../../src/core/shell/tree/read-tree';
import { ordinaryCommands } from '../../../fixtures/shell/ordinary-commands';
import { loadGrammar } from '../../fakes/real-grammar';
import { shellPart } from '../../fakes/shell-reading';

const describeWords: DescribeCommand = (command) => ({
  parts: [{ ...shellPart(''), words: command.words, raw: command.raw }],
  blocked: [],
  doubts: [],
  folders: command.folders,
});

/** Commands and their analysis by the real grammar; `?` is a word that the shell computes. */
const clean: readonly (readonly [string, readonly string[]])[] = [
  ["git commit -F - <<'E'\nx $(a)\nE\ngit log", ['git commit -F -', 'git log']],
  ['git commit -m "a (b); c && d\n\ne #1 !" -q', ['git commit -m a (b); c && d\n\ne #1 ! -q']],
  ['echo x | cd sub && ls', ['echo x', 'cd sub', 'ls']],
  ['! (ls) || time -p ls', ['ls', 'time -p ls']],
  [
    'find . \\( -name a -o -name b \\) -exec ls {} \\;',
    ['find . ( -name a -o -name b ) -exec ls {} ;'],
  ],
  ['cat <<E | wc -l && ls\n$x\nE', ['cat', 'wc -l', 'ls']],
  ['case $1 in a|b) ls ;; *) pwd ;; esac', ['ls', 'pwd']],
  ['[[ -f a && $b == c* ]] && ls', ['[[ -f a && ?$b == ?c* ]]', 'ls']],
  ['[ -d a ] && ls', ['[ -d a ]', 'ls']],
  ['npm test &>> f & wait', ['npm test', 'wait']],
  ['2>&1 ls >f a', ['ls a']],
  ["r'm' $'\\x78' \\y", ['rm x y']],
];

/**
 * Commands on which the grammar and bash differ, or the grammar is known to fail: each must ask.
 */
const doubted: readonly (readonly [string, readonly string[]])[] = [
  ['echo (x)', ['echo', 'x']],
  ['exec 3<>f', ['exec']],
  ['cat <<A <<B\nx\nA\ny\nB\nrm z', ['rm z']],
  ['ls\rrm x', ['ls rm x']],
  ['ls\u000brm x', ['ls rm x']],
  ['a;;rm x', ['rm x']],
  ['@(a|b)', []],
  ['{fd}>f rm x', ['rm x']],
  ['${ rm x; }', ['rm x']],
  ['cat <<E; echo "\nE\n"; rm x\nb\nE\nrm y', ['rm x', 'rm y']],
  ['time { rm x; }', ['rm x']],
  ['coproc N { rm x; }', ['rm x']],
  ['function f for i in a; do rm x; done', ['rm x']],
  ['((rm x); (rm y))', ['rm x', 'rm y']],
  ['if rm x; then rm y', ['rm x', 'rm y']],
  ['ls "a; rm x', []],
  [`${'( '.repeat(300)}rm x${')'.repeat(300)}`, ['rm x']],
  [`${'{ '.repeat(300)}rm x${'; }'.repeat(300)}`, ['rm x']],
];

describe('reading by the grammar of bash', () => {
  let parseTree: ParseTree = () => false;
  const read = (command: string): ShellAnalysis =>
    analyzeCommand(command, { parseTree, describe: describeWords });
  const words = (command: string): readonly string[] =>
    read(command).parts.map((part) =>
      part.words.map((word) => (word.known ? '' : '?') + word.text).join(' '),
    );

  before(async () => {
    parseTree = await loadGrammar();
  });

  for (const [command, expected] of clean) {
    it(`reads ${JSON.stringify(command)}`, () => {
      assert.deepEqual(words(command), expected);
      assert.deepEqual(read(command).doubts, []);
    });
  }

  for (const [command, expected] of doubted) {
    it(`decision shell-parser: asks for ${JSON.stringify(command.slice(0, 40))}`, () => {
      assert.notDeepEqual(read(command).doubts, []);
      for (const part of expected) {
        const found = words(command).map((each) => each.replace(/[\r\u000b]/g, ' '));
        assert.ok(found.includes(part), `${part} is missing in ${JSON.stringify(found)}`);
      }
    });
  }

  it('names each blocked construct once, though both parsers find it', () => {
    const found = (command: string): readonly string[] =>
      read(command).blocked.map(({ text }) => text);
    assert.deepEqual(found('cat <<<"$(rm x)"'), ['<<<"$(rm x)"', '$(rm x)']);
    assert.deepEqual(found('while a; do b; done 0<<<"c"'), ['0<<<"c"']);
    assert.deepEqual(found('a `b` <(c) >(d)'), ['`b`', '<(c)', '>(d)']);
  });

  it('has no doubt about ordinary commands', () => {
    const commands = ordinaryCommands.flatMap((group) => group.commands);
    const withDoubts = commands.filter((command) => read(command).doubts.length > 0);
    assert.deepEqual(withDoubts, []);
  });
});
