import { Language, Parser } from 'web-tree-sitter';
import type { ShellAnalysis } from '../../core/contracts/calls/shell-analysis';
import { describeCommand } from '../../core/shell/describe/describe-command';
import { analyzeCommand } from '../../core/shell/analyze-command';
import type { ParseTree } from '../../core/shell/tree/read-tree';
import { createParseTree } from './parse-tree';

export interface GrammarFiles {
  readonly runtime: Uint8Array;
  readonly grammar: Uint8Array;
}

/**
 * Loads the grammar and returns a function that analyzes commands with it; the entry of a lazy
 * bundle. `now` returns milliseconds. Rejects if the grammar misreads a known command.
 */
export async function loadShellGrammar(
  files: GrammarFiles,
  now: () => number,
): Promise<(command: string) => ShellAnalysis> {
  const parseTree = await loadParseTree(files, now);
  return (command) => analyzeCommand(command, { parseTree, describe: describeCommand });
}

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
