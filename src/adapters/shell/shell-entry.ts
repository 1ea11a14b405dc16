import { Language, Parser } from 'web-tree-sitter';
import type { ShellReading } from '../../core/contracts/shell-reading';
import { describeCommand } from '../../core/shell/describe-command';
import { readCommand } from '../../core/shell/read-command';
import type { ParseTree } from '../../core/shell/syntax-tree';

export interface GrammarFiles {
  readonly runtime: Uint8Array;
  readonly grammar: Uint8Array;
}

/** Past this a command asks, in milliseconds (security 3.2 step 3). */
const parseLimit = 1_000;

/**
 * Loads the grammar and answers what reads a command by it; the entry of a bundle of its own, so
 * that only who runs a command pays for it. Rejects when a parse of a known command is not right.
 */
export async function loadShellGrammar(
  files: GrammarFiles,
  now: () => number,
): Promise<(command: string) => ShellReading> {
  await Parser.init({ wasmBinary: Uint8Array.from(files.runtime).buffer });
  const parser = new Parser();
  parser.setLanguage(await Language.load(files.grammar));
  const parseTree = createParseTree(parser, now);
  const read = (command: string): ShellReading =>
    readCommand(command, { parseTree, describe: describeCommand });
  assertWorks(parseTree);
  return read;
}

function createParseTree(parser: Parser, now: () => number): ParseTree {
  return (text, visit) => {
    const end = now() + parseLimit;
    const tree = parser.parse(text, null, { progressCallback: () => now() > end });
    if (tree === null) {
      // Otherwise the next parse would go on with this text.
      parser.reset();
      return false;
    }
    const cursor = tree.walk();
    try {
      visit(cursor);
    } finally {
      cursor.delete();
      tree.delete();
    }
    return true;
  };
}

function assertWorks(parseTree: ParseTree): void {
  const kinds: string[] = [];
  parseTree("ls 'a b' | wc", (cursor) => {
    while (cursor.gotoFirstChild()) kinds.push(cursor.nodeType);
  });
  if (kinds.join(' ') === 'pipeline command command_name word') return;
  throw new Error('The grammar of bash does not read a known command as it should.');
}
