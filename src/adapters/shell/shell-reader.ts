import { say, type Sentence } from '../../core/base/sentence';
import { readFile } from 'node:fs/promises';
import { Language, Parser } from 'web-tree-sitter';
import type { ShellAnalysis } from '../../core/contracts/calls/shell-analysis';
import type { Clock } from '../../core/ports/system';
import type { ShellReader } from '../../core/ports/shell';
import { analyzeCommand } from '../../core/shell/analyze-command';
import { describeCommand } from '../../core/shell/describe/describe-command';
import type { ParseTree } from '../../core/shell/tree/read-tree';
import { loadOnce } from '../../core/base/async';

export interface ShellReaderDeps {
  readonly runtimeWasm: string;
  readonly grammarWasm: string;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly report: (error: unknown) => void;
}

/** A call is read for the decision, for its repetition and for Explain. */
const maxKept = 32;
const maxKeptCharacters = 10_000;

/** A command that takes longer to read is refused (decision shell-deadline), in milliseconds. */
const readLimit = 3_000;

const noGrammar = say`The bash grammar could not be loaded, so the command was not analyzed. Reinstall Gatehouse.`;
const notRead = say`The command could not be analyzed because of an error in Gatehouse; see its log.`;

/**
 * Reads commands with the grammar, which loads with the first one; a failed load is tried again.
 */
export function createShellReader(deps: ShellReaderDeps): ShellReader {
  const load = loadOnce(async () => {
    const [runtime, grammar] = await Promise.all([
      readFile(deps.runtimeWasm),
      readFile(deps.grammarWasm),
    ]);
    const now = (): number => deps.clock.monotonic();
    const parseTree = await loadParseTree({ runtime, grammar }, now);
    return (command: string) => {
      const end = now() + readLimit;
      const isLate = (): boolean => now() > end;
      return analyzeCommand(command, { parseTree, describe: describeCommand, isLate });
    };
  });
  const kept = new Map<string, ShellAnalysis>();

  return {
    read: async (command) => {
      const known = kept.get(command);
      if (known !== undefined) return known;
      let parse: (command: string) => ShellAnalysis;
      try {
        parse = await load();
      } catch (error) {
        deps.report(error);
        return unread(command, noGrammar);
      }
      try {
        const reading = parse(command);
        keep(kept, command, reading);
        return reading;
      } catch (error) {
        deps.report(error);
        return unread(command, notRead);
      }
    },
  };
}

function keep(kept: Map<string, ShellAnalysis>, command: string, reading: ShellAnalysis): void {
  if (command.length > maxKeptCharacters) return;
  kept.set(command, reading);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
}

function unread(text: string, doubt: Sentence): ShellAnalysis {
  return { text, state: 'unread', doubts: [doubt], blocked: [], parts: [] };
}

export interface GrammarFiles {
  readonly runtime: Uint8Array;
  readonly grammar: Uint8Array;
}

/** `now` returns milliseconds. Rejects if the grammar misreads a known command. */
export async function loadParseTree(files: GrammarFiles, now: () => number): Promise<ParseTree> {
  await Parser.init({ wasmBinary: Uint8Array.from(files.runtime).buffer });
  const parser = new Parser();
  parser.setLanguage(await Language.load(files.grammar));
  const parseTree = createParseTree(parser, now);
  assertWorks(parseTree);
  return parseTree;
}

function assertWorks(parseTree: ParseTree): void {
  const kinds: string[] = [];
  parseTree("ls 'a b' | wc", (cursor) => {
    while (cursor.gotoFirstChild()) kinds.push(cursor.nodeType);
  });
  if (kinds.join(' ') === 'pipeline command command_name word') return;
  throw new Error('The bash grammar misreads a known command.');
}

/** A command that takes longer to parse asks (decision shell-parse), in milliseconds. */
const parseLimit = 1_000;

/** Reuses one parser; each tree is freed when its visit ends. */
function createParseTree(parser: Parser, now: () => number): ParseTree {
  return (text, visit) => {
    const end = now() + parseLimit;
    const tree = parser.parse(text, null, { progressCallback: () => now() > end });
    if (tree === null) {
      // Otherwise the next parse would continue with this text.
      parser.reset();
      return false;
    }
    const cursor = tree.walk();
    try {
      visit(cursor, tree.rootNode.hasError);
    } finally {
      cursor.delete();
      tree.delete();
    }
    return true;
  };
}
