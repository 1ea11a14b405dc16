import { say } from '../../base/sentence';
import { Doubts } from '../parser/doubts';
import { nameSet } from '../../base/text-lines';
import type { Span } from '../parser/ast';

/** The part of a tree-sitter cursor that reading needs; core knows no package. */
export interface SyntaxCursor {
  readonly nodeType: string;
  readonly nodeIsNamed: boolean;
  readonly nodeIsMissing: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}

/**
 * Parses by the grammar and lets `visit` walk the tree; false when parsing took over a second.
 * `hasErrors`: whether a node of the tree is an error or missing.
 */
export type ParseTree = (
  text: string,
  visit: (cursor: SyntaxCursor, hasErrors: boolean) => void,
) => boolean;

/** A simple command as the grammar sees it; the program is the first word. */
export type TreeCommand = readonly Span[];

/** What the grammar made of a text. */
export interface TreeParse {
  readonly commands: readonly TreeCommand[];
  readonly substitutions: readonly Span[];
  readonly hereStrings: readonly Span[];
  readonly doubts: Doubts;
}

/** Node kinds that the reading knows the meaning of; any other asks. */
const knownKinds =
  nameSet(`ansi_c_string arithmetic_expansion array binary_expression brace_expression
  c_style_for_statement case_item case_statement command command_name command_substitution comment
  compound_statement concatenation declaration_command do_group elif_clause else_clause expansion
  extglob_pattern file_descriptor file_redirect for_statement function_definition heredoc_body
  heredoc_content heredoc_end heredoc_redirect heredoc_start herestring_redirect if_statement list
  negated_command number parenthesized_expression pipeline postfix_expression process_substitution
  program raw_string redirected_statement regex simple_expansion special_variable_name string
  string_content subscript subshell ternary_expression test_command test_operator
  translated_string unary_expression unset_command variable_assignment variable_assignments
  variable_name while_statement word`);

/** Kinds whose first word is the program itself. */
const commandKinds = new Set(['command', 'declaration_command', 'test_command', 'unset_command']);
const notWords = nameSet(
  `comment file_redirect heredoc_redirect herestring_redirect subshell variable_assignment`,
);

/** Tokens of the grammar: asking for what is inside them is as dear as reading a node. */
const leaves =
  nameSet(`word raw_string string_content variable_name file_descriptor comment heredoc_start
  heredoc_content heredoc_end special_variable_name ansi_c_string regex test_operator "`);

interface Collecting {
  readonly hasErrors: boolean;
  readonly commands: TreeCommand[];
  readonly substitutions: Span[];
  readonly hereStrings: Span[];
  readonly doubts: Doubts;
  /** For each open node, whether it is a command. */
  readonly open: (OpenCommand | undefined)[];
}

interface OpenCommand {
  readonly words: Span[];
  readonly isTest: boolean;
}

/**
 * Reads a tree from its root without recursion, so that no depth overflows the stack. Each property
 * of a node is a call into the grammar, so only those that are needed are read.
 */
export function readTree(cursor: SyntaxCursor, hasErrors = true): TreeParse {
  const collecting: Collecting = {
    hasErrors,
    commands: [],
    substitutions: [],
    hereStrings: [],
    doubts: new Doubts(),
    open: [],
  };
  for (;;) {
    const enter = visit(cursor, collecting);
    if (enter && cursor.gotoFirstChild()) continue;
    collecting.open.pop();
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return collecting;
      collecting.open.pop();
    }
  }
}

/** Notes a node and opens it; false when what is inside belongs to another text. */
function visit(cursor: SyntaxCursor, collecting: Collecting): boolean {
  const { nodeType: kind } = cursor;
  noteDoubts(cursor, kind, collecting);
  if (kind === 'command_substitution' || kind === 'process_substitution') {
    collecting.substitutions.push(spanOf(cursor));
  } else if (kind === 'herestring_redirect') {
    collecting.hereStrings.push(spanOf(cursor));
  }
  const parent = collecting.open.at(-1);
  if (parent !== undefined && isWordOf(parent, kind)) parent.words.push(spanOf(cursor));
  collecting.open.push(openCommand(kind, collecting));
  return kind !== '`' && !leaves.has(kind);
}

function spanOf({ startIndex: start, endIndex: end }: SyntaxCursor): Span {
  return { start, end };
}

function noteDoubts(cursor: SyntaxCursor, kind: string, { hasErrors, doubts }: Collecting): void {
  if (hasErrors && (kind === 'ERROR' || cursor.nodeIsMissing)) {
    doubts.add(say`The grammar of bash finds an error in it.`);
  } else if (!knownKinds.has(kind) && /^\w/.test(kind) && cursor.nodeIsNamed) {
    doubts.add(say`It holds a construct that is not known here: ${kind}.`);
  }
}

/** What a test compares has a structure of its own: only its program is a word here. */
function isWordOf(parent: OpenCommand, kind: string): boolean {
  return parent.isTest ? kind === '[' || kind === '[[' : !notWords.has(kind);
}

function openCommand(kind: string, collecting: Collecting): OpenCommand | undefined {
  if (!commandKinds.has(kind)) return undefined;
  const words: Span[] = [];
  collecting.commands.push(words);
  return { words, isTest: kind === 'test_command' };
}
