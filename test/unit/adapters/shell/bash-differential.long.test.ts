import assert from 'node:assert/strict';
import fc from 'fast-check';
import type {
  ShellPart,
  ShellAnalysis,
  ShellWord,
} from '../../../../src/core/contracts/calls/shell-analysis';
import { decodeWord } from '../../../../src/core/shell/parser/decode-word';
import { analyzeCommand } from '../../../../src/core/shell/analyze-command';
import type { DescribeCommand } from '../../../../src/core/shell/command/simple-command';
import type { ParseTree } from '../../../../src/core/shell/tree/read-tree';
import { expandInBash, runInBash } from '../../fakes/bash-runs';
import { loadGrammar } from '../../fakes/real-grammar';
import { shellPart } from '../../fakes/shell-reading';
import { times } from '../../../soak';

/** Describes commands by their words: this test is only about which commands there are. */
const describeWords: DescribeCommand = (command) => ({
  parts: [{ ...shellPart(''), words: command.words, raw: command.raw }],
  blocked: [],
  doubts: [],
  folders: command.folders,
});

/** True if bash could have made these arguments from the words; an unknown word is any number. */
function fits(words: readonly ShellWord[], ran: readonly string[]): boolean {
  const [word, ...rest] = words;
  if (word === undefined) return ran.length === 0;
  if (word.known) {
    const [first, ...others] = ran;
    return word.text.replaceAll('\n', '^') === first && fits(rest, others);
  }
  return Array.from({ length: ran.length + 1 }).some((_, taken) => fits(rest, ran.slice(taken)));
}

/** Removes keywords before the program, which are not words for bash. */
function withoutKeywords(words: readonly ShellWord[]): readonly ShellWord[] {
  const first = words.findIndex(({ text }) => !['time', '-p', '--', 'coproc'].includes(text));
  return first === -1 ? [] : words.slice(first);
}

function names(part: ShellPart, ran: readonly string[]): boolean {
  return fits(part.words, ran) || fits(withoutKeywords(part.words), ran);
}

const quoting = fc
  .array(
    fc.constantFrom(
      ...['a', 'b', '0', '7', 'x', 'n', '"', '"', "'", "'", '\\', '$', "$'", '$"', '{', '}', ','],
      ...['..', '[', ']', '*', '~', '/', ':', '=', '#', '!', '%', '@', '^', 'é', '✓', ' ', '`'],
      ...['\\x', '\\u', '\\0', '\\c', '\\n', '\\"', '\\$', "\\'", '"a b"', "'c d'", '"\\$x"'],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => pieces.join(''))
  .filter((word) => !word.startsWith('#') && decodeWord(word).known);

const soup = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...['t1', 't1', 'f1', 't2', 'f2', 't1 a', 'f1 b', 'x=1', '"a b"', "'c d'", '\\ ', "$'\\''"],
        ...['&&', '||', ';', '&', '|', '|&', '\n', '\n', ';;', '(', ')', '{ ', '; }', '!', '#c\n'],
        ...['>f', '2>&1', '<&-', '>&-', '>&-a', '&>f', '<<E', "<<'E'", '<<-E', '\nE\n', '<f'],
        ...['if t1; then', 'else', '; fi', 'while f1; do', '; done', 'for i in a b; do', 'time'],
        ...['case a in a)', '(a|b)', 'esac', 'coproc', '[[ a', '==', ']]', '[', ']', '-f', '\\\n'],
        ...['$x', '${x:-a}', '"', "'", '\\', '*', '{a,b}', 'x[1]=', '=', '-', '\t', 'then', 'do'],
      ),
      fc.constantFrom(' ', ' ', ''),
    ),
    { minLength: 2, maxLength: 12 },
  )
  .map((pieces) => pieces.flat().join(''));

describe('our analysis compared with bash', () => {
  let parseTree: ParseTree = () => false;
  const read = (command: string): ShellAnalysis =>
    analyzeCommand(command, { parseTree, describe: describeWords });
  const isClean = (command: string): boolean => {
    const { doubts, blocked } = read(command);
    return doubts.length + blocked.length === 0;
  };

  before(async () => {
    parseTree = await loadGrammar();
  });

  it('decodes a word to the argument that bash makes of it', () => {
    fc.assert(
      fc.property(fc.array(quoting, { minLength: 40, maxLength: 40 }), (words) => {
        const decoded = words.map((word) => decodeWord(word).text);
        assert.deepEqual(expandInBash(words), decoded);
      }),
      { numRuns: times(25) },
    );
  });

  it('decision shell-parts: without doubt, no command runs that was not read', () => {
    fc.assert(
      fc.property(soup.filter(isClean), (command) => {
        const { parts } = read(command);
        for (const ran of runInBash(command)) {
          assert.equal(
            parts.some((part) => names(part, ran)),
            true,
            `bash ran ${JSON.stringify(ran)}`,
          );
        }
      }),
      { numRuns: times(150) },
    );
  });

  it('decision shell-parse: an analysis without parts is doubted', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 30 })), (command) => {
        const { parts, doubts } = read(command);
        return parts.length + doubts.length > 0;
      }),
      { numRuns: times(500) },
    );
  });

  const behind = fc.constantFrom(';', '&&', '||', '|', '|&', '&', '\n', ' && ( ', '; { ', '; ! ');
  it('a command after any operator is read, whatever precedes it', () => {
    fc.assert(
      fc.property(soup.filter(isClean), behind, (command, operator) => {
        const { parts } = read(`${command}${operator} r"m" -rf x`);
        return parts.some(({ words }) => fits(withoutKeywords(words), ['rm', '-rf', 'x']));
      }),
      { numRuns: times(300) },
    );
  });
});
