import type { ChangedLines } from '../../base/changed-lines';
import { isNotebookPath, parseNotebook } from './notebook';
import { dominantLineEnding, splitLines, withLineEnding } from '../../base/text-lines';
import type { ToolContext, ToolResult } from '../../contracts/tools/define-tool';
import { failure, type Failure, succeed, type Result } from '../../contracts/failure';
import type { FileDiff } from '../../contracts/calls/outcome';
import type { Capabilities } from '../../ports/capabilities';
import type { WriteOptions } from '../../ports/files';
import type { ReadTextOptions, TextFile, TextFiles } from '../../ports/text-files';
import type { Workspace } from '../../ports/workspace';
import { binaryTitle, isShownAsText, maxFileBytes } from './file-content';
import { boundedDiff, describeChange } from './file-diff';
import { redactionRefusal } from './refusals';
import { writtenNotes } from './notes';
import { shownPath } from './shown-path';

export interface WriteArguments {
  readonly path: string;
  readonly content: string;
}

/** Result of `write`; without a change if the file already had this content. */
export interface WriteOutput {
  path: string;
  bytes: number;
  lines: number;
  created: boolean;
  notes: string[];
  diff?: FileDiff;
  changed_lines?: ChangedLines;
  changed_line?: number;
}

/** Creates or replaces a file with this content, keeping its line endings. */
export async function writeFile(
  { path, content }: WriteArguments,
  { signal, sessionId, toolCallId }: Pick<ToolContext, 'signal' | 'sessionId' | 'toolCallId'>,
  { textFiles, workspace }: Pick<Capabilities, 'textFiles' | 'workspace'>,
): Promise<ToolResult<WriteOutput>> {
  const by = { sessionId, toolCallId };
  const before = await readBefore(textFiles, path, { ...by, maxBytes: maxFileBytes, signal });
  if (!before.ok) return before;
  const old = before.value;
  const refused = redactionRefusal(old.text ?? '', content) ?? notebookRefusal(path, content);
  if (refused !== undefined) return { ok: false, failure: refused };
  const text = withEndingsOf(old.text, content);
  if (old.file !== undefined && text === old.text) return unchanged(old.file, text, workspace);
  const written = await textFiles.write(path, text, { expect: old.expect, by, signal });
  if (!written.ok) return written;
  const { real, bytes, stamp } = written.value;
  const value = {
    path: shownPath(real, workspace),
    bytes,
    lines: splitLines(written.value.text).length,
    created: 'absent' in old.expect,
    notes: [
      ...(old.binary === undefined ? [] : [`The file was not text before: ${old.binary}.`]),
      ...(text === content ? [] : ['The line endings of the file (CRLF) are kept.']),
      ...writtenNotes(written.value, text),
    ],
    ...changeOf(real, old, written.value.text),
  };
  return { ok: true, value, seen: [{ real, stamp }] };
}

/** Skips writing the same content, which would only trigger file watchers. */
function unchanged(
  { real, size, stamp }: TextFile,
  text: string,
  workspace: Workspace,
): ToolResult<WriteOutput> {
  const lines = splitLines(text).length;
  const path = shownPath(real, workspace);
  const value = { path, bytes: size, lines, created: false, notes: [] };
  return { ok: true, value, seen: [{ real, stamp }] };
}

interface Before {
  /** Undefined for a new file. */
  readonly file: TextFile | undefined;
  /** Content the file must still have when it is replaced. */
  readonly expect: WriteOptions['expect'];
  /** Undefined for a new or binary file. */
  readonly text: string | undefined;
  /** Description of a binary old file: "PNG image, 12 KB". */
  readonly binary: string | undefined;
}

/** Lines are counted only if both contents are text; for a binary file, the card shows its name. */
function changeOf(real: string, { text, binary }: Before, newText: string) {
  if (binary === undefined) return describeChange(real, text ?? null, newText);
  return { diff: boundedDiff(real, `[${binary}]`, newText), changed_line: 1 };
}

async function readBefore(
  textFiles: TextFiles,
  path: string,
  options: ReadTextOptions,
): Promise<Result<Before>> {
  const file = await textFiles.read(path, options);
  if (!file.ok) return file.isMissing === true ? succeed(newFile) : file;
  const { head, size, text: read } = file.value;
  const text = read?.text;
  return succeed({
    file: file.value,
    expect: text === undefined ? { any: true } : { text },
    text,
    binary: isShownAsText(read, head) ? undefined : binaryTitle(head, size),
  });
}

const newFile: Before = {
  file: undefined,
  expect: { absent: true },
  text: undefined,
  binary: undefined,
};

/** Readers see lines without their endings, so a plain newline means that of the file. */
function withEndingsOf(before: string | undefined, content: string): string {
  if (before === undefined || content.includes('\r\n')) return content;
  return dominantLineEnding(before) === '\r\n' ? withLineEnding(content, '\r\n') : content;
}

/** An invalid notebook could no longer be opened. */
function notebookRefusal(path: string, content: string): Failure | undefined {
  if (!isNotebookPath(path)) return undefined;
  const notebook = parseNotebook(content);
  if (notebook.ok) return undefined;
  return failure('validation', `The content is not a valid notebook: ${notebook.problem}.`, {
    suggestion:
      'Write the whole notebook as nbformat 4 JSON, or use edit to change the source of one cell.',
  });
}
