import { shownCount, t } from '../window/language';
import type { AttachedRead } from '../../core/contracts/chats/acp';
import type { AttachmentItem } from '../../core/contracts/panel/state';
import { type Result, failure, fail, succeed } from '../../core/contracts/failure';
import { escapeControlInline } from '../../core/base/escape-control';
import { cutStart } from '../../core/base/text-lines';
import { redactText } from '../../core/base/redact/redact';
import { toPlainOutput } from '../window/neutral-text';
import { boundedText } from './bounded-text';
import type { OfferingServers } from '../mcp/server';
import type { UserTerminalOutput } from './terminal-output';

/** Context that the user adds to a message, as it was when added. */
export interface MessageContext {
  readonly kind: Exclude<AttachmentItem['kind'], 'image'>;
  /** "cart.js", "cart.js:3-9", "4 problems", "terminal: bash" */
  readonly label: string;
  /** The whole path, or other details. */
  readonly detail: string;
  /** `file:///…`, or `gatehouse:problems` and its like. */
  readonly uri: string;
  /** Redacted, and cut to the limit; a cut is mentioned in the text. */
  readonly text: string;
  /** What the agent reads by a call when the message is sent, if a tool can. */
  readonly reads?: AttachedRead | undefined;
}

/** Sources of context. Failures are messages for the user that say what to do. */
export interface ContextSources {
  /** An absolute path inside the workspace; the file deny lists apply. */
  file(path: string, signal: AbortSignal): Promise<Result<MessageContext>>;
  /** Selection of the most recently active editor. */
  selection(): Promise<Result<MessageContext>>;
  problems(): Promise<Result<MessageContext>>;
  /** Output of the last command in the active terminal. */
  terminal(): Promise<Result<MessageContext>>;
  /** Of an MCP server, by the path of its suggestion. */
  resource(path: string): Promise<Result<MessageContext>>;
  /** Asks in VS Code's own picker; an absolute path, undefined when the user cancelled. */
  pickFile(): Promise<string | undefined>;
  /** Files whose path matches the text after `@`, best first, at most 20. */
  findFiles(query: string, signal: AbortSignal): Promise<Result<readonly FileMatch[]>>;
  /** What MCP servers offer to the user. */
  readonly servers: OfferingServers;
}

export interface FileMatch {
  /** Absolute. */
  readonly path: string;
  readonly label: string;
  /** Its folder, relative to the workspace. */
  readonly detail: string;
}

/** Limit in characters for one part, so that a context has room for others. */
export const maxPartChars = 60_000;

/** A selection as the editor reports it; lines are 1-based. */
export interface SelectedText {
  /** Path as the user knows it: relative to its folder. */
  readonly path: string;
  readonly uri: string;
  /** Absolute; undefined for what is no file. */
  readonly file?: string | undefined;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
}

export interface EditorProblem {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly source: string;
  readonly message: string;
}

export function selectionPart(selected: SelectedText): Result<MessageContext> {
  const { path, uri, file, firstLine, lastLine, text } = selected;
  const one = firstLine === lastLine;
  const lines = one ? String(firstLine) : `${String(firstLine)}-${String(lastLine)}`;
  const shown = escapeControlInline(path);
  return succeed({
    kind: 'selection',
    label: `${lastSegment(shown)}:${lines}`,
    detail: `${shown}, ${one ? 'line' : 'lines'} ${lines}`,
    uri: `${uri}#L${String(firstLine)}-L${String(lastLine)}`,
    text: bounded(text),
    ...(file !== undefined && {
      reads: { path: file, offset: firstLine, limit: lastLine - firstLine + 1 },
    }),
  });
}

const maxProblems = 200;
/** Limit for one problem: compilers quote whole types. */
const maxMessageChars = 2_000;

/** Errors first, then by file and line, as the Problems view has them. */
export function problemsPart(problems: readonly EditorProblem[]): Result<MessageContext> {
  if (problems.length === 0) {
    return fail(
      failure('unavailable', t('VS Code reports no errors or warnings in the workspace.')),
    );
  }
  const sorted = problems.toSorted(
    (a, b) =>
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1),
  );
  const lines = sorted.slice(0, maxProblems).map(problemLine);
  const left = problems.length - lines.length;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  return succeed({
    kind: 'problems',
    label: problems.length === 1 ? t('1 problem') : t('{0} problems', shownCount(problems.length)),
    detail: t('Errors: {0}, warnings: {1}', shownCount(errors), shownCount(warnings)),
    uri: 'gatehouse:problems',
    reads: 'problems',
    text: bounded([...lines, ...(left > 0 ? [`… and ${String(left)} more`] : [])].join('\n')),
  });
}

/** Lines of a check after a turn. */
export function newProblemsPart(lines: readonly string[]): MessageContext {
  const label =
    lines.length === 1 ? t('1 new problem') : t('{0} new problems', shownCount(lines.length));
  const uri = 'gatehouse:problems';
  return { kind: 'problems', label, detail: label, uri, text: bounded(lines.join('\n')) };
}

function problemLine({ path, line, severity, source, message }: EditorProblem): string {
  const from = source === '' ? '' : ` [${source}]`;
  const said = boundedText(message, maxMessageChars).text.replaceAll('\n', '\n  ');
  const place = `${escapeControlInline(path)}:${String(line)}`;
  return `${place}: ${severity}${escapeControlInline(from)}: ${said}`;
}

/** The end of the command's output, where errors are. */
export function terminalPart(output: UserTerminalOutput | undefined): Result<MessageContext> {
  if (output === undefined) {
    return fail(
      failure(
        'unavailable',
        t(
          "The active terminal has no output to add. Run a command in it first; VS Code's shell integration must be on.",
        ),
      ),
    );
  }
  const { terminal, command, text, exitCode } = output;
  const title = escapeControlInline(redactText(command).text);
  const exit = exitCode === undefined ? '' : ` (exit code ${String(exitCode)})`;
  const plain = redactText(toPlainOutput(`$ ${command}${exit}\n${text}`)).text;
  return succeed({
    kind: 'terminal',
    label: t('terminal: {0}', escapeControlInline(redactText(terminal).text)),
    detail: exitCode === undefined ? title : t('{0} (exit code {1})', title, exitCode),
    uri: 'gatehouse:terminal',
    text: cutStart(plain, maxPartChars),
  });
}

export function filePart(path: string, uri: string, text: string, file: string): MessageContext {
  const shown = escapeControlInline(path);
  const reads = { path: file };
  return {
    kind: 'file',
    label: lastSegment(shown),
    detail: shown,
    uri,
    text: bounded(text),
    reads,
  };
}

function bounded(text: string): string {
  const { text: kept, cutChars } = boundedText(text, maxPartChars);
  return cutChars === 0 ? kept : `${kept}\n… ${String(cutChars)} more characters are left out`;
}

function lastSegment(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
