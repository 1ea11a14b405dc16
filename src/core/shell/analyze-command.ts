import { say, type Sentence, unique } from '../base/sentence';
import type {
  BlockedConstruct,
  ShellAnalysis,
  ShellPart,
  ShellWord,
} from '../contracts/calls/shell-analysis';
import { isPlainCommand } from '../base/command-text';
import { addSymlinkHazards } from './symlink-hazards';
import { lastCommandOf } from './last-command';
import { maxCharacters, suspiciousCharacters } from './suspicious-characters';
import { type OwnParse, type ParseComparison, compareParses } from './tree/compare-parses';
import { Doubts } from './parser/doubts';
import { decodeWord } from './parser/decode-word';
import { type TreeCommand, readTree, type ParseTree } from './tree/read-tree';
import type {
  Assignment,
  DescribeCommand,
  Described,
  Folders,
  SimpleCommand,
} from './command/simple-command';
import { isReserved } from './parser/scan-word';
import { joinLines } from './parser/source';
import { parseScript } from './parser/parse-script';
import type { CommandNode, Substitution, Script, SimpleNode, Span, Tail, Word } from './parser/ast';
import { type FoldersAfter, type ScriptVisitor, walkScript } from './walk-script';

/** Reads a command that runs in the folder of its call (the steps in docs/decisions.md). */
export function analyzeCommand(command: string, readers: AnalyzerDeps): ShellAnalysis {
  const budget = { left: innerCharsPerChar * command.length + minInnerChars };
  const analysis = analyzeScript(command, ['.'], { ...readers, budget });
  const { parts, blocked, doubts, lastCommand } = analysis;
  return {
    text: command,
    state: readers.isLate?.() === true ? 'late' : 'read',
    doubts: unique([...suspiciousCharacters(command), ...doubts]),
    blocked,
    ...(lastCommand === undefined ? {} : { lastCommand }),
    parts: addSymlinkHazards(withSureGlobs(parts), command),
  };
}

/** A command of the same line that writes may make a file whose name is an option of another. */
function withSureGlobs(parts: readonly ShellPart[]): readonly ShellPart[] {
  if (!parts.some(({ writes }) => writes)) return parts;
  return parts.map((part) => ({
    ...part,
    hazards: part.hazards.map(({ unlessGlob: glob, ...hazard }) =>
      glob === undefined || glob.word.length > glob.glob.length || glob.folders.length === 0
        ? { ...hazard, ...(glob && { unlessGlob: glob }) }
        : hazard,
    ),
  }));
}

const maxScriptDepth = 8;
/** Inner scripts may be read in several ways at each depth: together they stay linear in the text. */
const innerCharsPerChar = 1.5;
const minInnerChars = 10_000;

/** What reading a script needs of others. */
interface AnalyzerDeps {
  readonly parseTree: ParseTree;
  readonly describe: DescribeCommand;
  /** True when the time for the whole reading has passed: what is left is not described. */
  readonly isLate?: () => boolean;
}

interface ScriptReaders extends AnalyzerDeps {
  /** Characters of scripts inside the command that may still be read. */
  readonly budget: { left: number };
}

interface ScriptAnalysis extends Described {
  /** See `ShellAnalysis`; only of the whole text. */
  readonly lastCommand?: string | undefined;
}

/**
 * Reads a script: joins its lines as bash does, reads it by our own reader and by the grammar, and
 * describes every command that either finds (decisions shell-joined-lines to shell-words).
 */
function analyzeScript(
  given: string,
  folders: Folders,
  readers: ScriptReaders,
  depth = 0,
): ScriptAnalysis {
  if (depth > maxScriptDepth) {
    return unread(say`It runs scripts inside scripts, more than ${maxScriptDepth} deep.`);
  }
  if (depth > 0) readers.budget.left -= given.length;
  if (readers.budget.left < 0) return unread(say`It runs too many scripts inside scripts.`);
  if (readers.isLate?.() === true) return unread(say`Reading it takes too long.`);
  const written = parseScript(given);
  const text = joinLines(given, written.joins);
  const parsed = written.joins.size === 0 ? written : parseScript(text);
  const collector = new Collector(text, parsed.doubts, (command) =>
    readers.isLate?.() === true
      ? unread(say`Reading it takes too long.`)
      : readers.describe(command, (inner, from) => analyzeScript(inner, from, readers, depth + 1)),
  );
  const left = walkScript(parsed.script, folders, collector);
  const complete =
    // A long text asks anyway, and the grammar may take quadratic time and all of its memory.
    text.length > maxCharacters ||
    isReadBySplitting(text, parsed.script) ||
    readers.parseTree(text, (cursor, hasErrors) =>
      collector.add(compareParses(readTree(cursor, hasErrors), collector.found())),
    );
  const described = collector.finish(left, complete);
  if (depth > 0 || parsed.doubts.size > 0) return described;
  return { ...described, lastCommand: lastCommandOf(parsed.script, collector.decoded) };
}

/**
 * True where our reading is that of a text split at its blanks: in plain words nothing is quoted,
 * computed or an operator, so no grammar can read it in another way.
 */
function isReadBySplitting(text: string, script: Script): boolean {
  const words = isPlainCommand(text) ? text.split(' ') : [];
  const node = onlyCommand(script);
  if (words.length === 0 || isReserved(words[0] ?? '') || node?.kind !== 'simple') return false;
  const isSame = ({ start, end }: Word, at: number) => text.slice(start, end) === words[at];
  return node.words.length === words.length && node.words.every(isSame);
}

function onlyCommand({ items: [item, ...more] }: Script): CommandNode | undefined {
  if (item?.steps.length !== 1 || more.length > 0) return undefined;
  const [node, ...others] = item.steps[0]?.pipeline.commands ?? [];
  return others.length === 0 ? node : undefined;
}

function unread(doubt: Sentence): ScriptAnalysis {
  return { parts: [], blocked: [], doubts: [doubt], folders: undefined };
}

/** Describes the commands of a script, with their folders. */
class Collector implements ScriptVisitor {
  readonly blocked = new Set<number>();
  readonly backquoted: Span[] = [];
  /** The words of each command. */
  readonly decoded = new Map<SimpleNode, readonly ShellWord[]>();
  private readonly parts: ShellPart[] = [];
  private readonly constructs: BlockedConstruct[] = [];
  private readonly doubts: Doubts;
  private readonly commands: SimpleNode[] = [];

  constructor(
    private readonly text: string,
    doubts: Iterable<Sentence>,
    private readonly describe: (command: SimpleCommand) => Described,
  ) {
    this.doubts = new Doubts(doubts);
  }

  simple(node: SimpleNode, script: Script, folders: Folders): Folders {
    if (script.text === this.text) this.commands.push(node);
    const { redirections, hereDocuments } = this.decodeTail(node.tail, script);
    const words = node.words.map((word) => decodeWord(written(script, word)));
    this.decoded.set(node, words);
    return this.take({
      words,
      assignments: node.assignments.map((word) => decodeAssignment(written(script, word))),
      redirections,
      hereDocuments,
      raw: written(script, node),
      folders,
    });
  }

  tail(tail: Tail, node: Span, script: Script, folders: Folders): void {
    this.take({
      words: [],
      assignments: [],
      raw: written(script, node),
      folders,
      ...this.decodeTail(tail, script),
    });
  }

  inner(inner: Substitution, script: Script): void {
    this.constructs.push(blockedConstruct(inner.kind, written(script, inner)));
    if (script.text !== this.text) return;
    this.blocked.add(inner.start);
    if (inner.script.text !== this.text) this.backquoted.push(inner);
  }

  /** What the grammar found beyond our own reading. */
  add(comparison: ParseComparison): void {
    this.doubts.add(...comparison.doubts);
    for (const words of comparison.commands) this.addTreeCommand(words);
    for (const span of comparison.substitutions) {
      const raw = this.text.slice(span.start, span.end);
      this.constructs.push(blockedConstruct(/^[<>]/.test(raw) ? 'process' : 'command', raw));
    }
    for (const span of comparison.hereStrings) {
      const raw = this.text.slice(span.start, span.end);
      this.constructs.push(blockedConstruct('here-string', raw));
    }
  }

  finish({ ok }: FoldersAfter, complete: boolean): Described {
    if (!complete) this.doubts.add(say`The grammar of bash took over a second to read it.`);
    if (this.parts.length === 0 && this.doubts.size === 0) {
      this.doubts.add(say`It holds no command.`);
    }
    const { parts, constructs: blocked } = this;
    return { parts, blocked, doubts: [...this.doubts], folders: ok };
  }

  private addTreeCommand(words: TreeCommand): void {
    const start = words[0]?.start ?? 0;
    this.take({
      words: words.map((word) => decodeWord(this.text.slice(word.start, word.end))),
      assignments: [],
      redirections: [],
      hereDocuments: [],
      raw: this.text.slice(start, words.at(-1)?.end),
      folders: undefined,
    });
  }

  /** Where programs and words are, for the comparison with the grammar. */
  found(): OwnParse {
    const { blocked, backquoted } = this;
    const programs = new Set<number>();
    const words = new Map<number, number>();
    for (const node of this.commands) {
      const [program] = node.words;
      if (program !== undefined) programs.add(program.start);
      for (const { start, end } of node.words) words.set(start, end);
      for (const { target } of node.tail.redirects) words.set(target.start, target.end);
    }
    return { programs, words, blocked, backquoted };
  }

  /** The grammar may leave the number of the descriptor out. */
  private noteHereString({ start }: Span): void {
    this.blocked.add(start);
    this.blocked.add(this.text.indexOf('<', start));
  }

  private take(command: SimpleCommand): Folders {
    const described = this.describe(command);
    this.parts.push(...described.parts);
    this.constructs.push(...described.blocked);
    this.doubts.add(...described.doubts);
    for (const word of command.words) {
      if (hiddenSubstitution.test(word.text)) this.doubts.add(hiddenReason);
    }
    return described.folders;
  }

  private decodeTail(
    tail: Tail,
    script: Script,
  ): Pick<SimpleCommand, 'redirections' | 'hereDocuments'> {
    for (const hereString of tail.hereStrings) {
      this.constructs.push(blockedConstruct('here-string', written(script, hereString)));
      if (script.text === this.text) this.noteHereString(hereString);
    }
    return {
      redirections: tail.redirects.map(({ operator, target }) => ({
        operator,
        target: decodeWord(written(script, target)),
      })),
      hereDocuments: [
        ...tail.documents.map(({ body, quoted }) => ({ body, quoted })),
        // To a program it is a document of one line.
        ...tail.hereStrings.map(({ word }) => {
          const { text, known } = decodeWord(written(script, word));
          return { body: text, quoted: known };
        }),
      ],
    };
  }
}

/** A subscript is computed even where it is quoted: `test -v 'a[$(rm x)]'` runs rm. */
const hiddenSubstitution = /^[A-Za-z_]\w*\[[^]*(?:\$\(|`)/;
const hiddenReason = say`A word hides a command in the subscript of a variable.`;

function written(script: Script, span: Word | Span): string {
  return script.text.slice(span.start, span.end);
}

function decodeAssignment(raw: string): Assignment {
  const equals = /^[A-Za-z_]\w*(?:\[[^]*?\])?\+?=/.exec(raw)?.[0] ?? raw;
  return {
    name: equals.replace(/\+?=$/, ''),
    value: decodeWord(raw.slice(equals.length)),
  };
}

const maxShown = 80;

/** What is refused whatever the rules say, with what to write instead (decision 11). */
function blockedConstruct(
  kind: 'command' | 'process' | 'here-string',
  written: string,
): BlockedConstruct {
  const text = written.length > maxShown ? `${written.slice(0, maxShown - 1)}…` : written;
  return { kind: kind === 'here-string' ? kind : 'substitution', text, reason: reasons[kind] };
}

const reasons = {
  command: say`Command substitution runs one command inside another. Run the inner command first and write its output into the next one. For a commit message use several -m, or "git commit -F -" with a here-document whose mark is quoted (<<'EOF').`,
  process: say`Process substitution runs a command as if it were a file. Write the output of the inner command into a file first, or use a pipe.`,
  'here-string': say`A here-string hands computed text to a command. Use a pipe, as in printf '%s\\n' 'text' | command, or a here-document whose mark is quoted (<<'EOF').`,
} as const;
