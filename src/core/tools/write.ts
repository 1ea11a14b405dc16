import * as z from 'zod';
import { pathInput } from './files/path-input';
import {
  defineTool,
  type PlanContext,
  type PlannedChange,
  type ToolResult,
} from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import { changeExhibit, fileChangeFields, lineCounts } from './files/change-output';
import { withNotes, writtenNotes } from './files/notes';
import { say, type Sentence, inEnglish } from '../base/sentence';
import { resolveAgainst } from '../base/paths';
import { counted, formatSize } from '../base/wording';
import { isNotebookPath, parseNotebook } from './files/notebook';
import { dominantLineEnding, splitLines, withLineEnding } from '../base/text-lines';
import { fail, failure, type Failure, succeed, type Result } from '../contracts/failure';
import type { WriteOptions } from '../ports/files';
import type { ReadTextOptions, TextFile, TextFiles } from '../ports/text-files';
import type { Workspace } from '../ports/workspace';
import { binaryTitle, isShownAsText, maxFileBytes } from './files/file-content';
import { binaryDiff, describeChange } from './files/file-diff';
import { redactionRefusal } from './files/refusals';
import { shownPath } from './files/shown-path';

const input = z.strictObject({
  path: pathInput('File to create or replace'),
  content: z.string().describe('The whole new content of the file.'),
});

const output = z.object({
  path: z.string(),
  bytes: z.int(),
  lines: z.int(),
  created: z.boolean(),
  notes: z.array(z.string()),
  ...fileChangeFields,
});

export default defineTool<Capabilities>()({
  name: 'write',
  title: say`Write file`,
  description:
    'Creates a file, or replaces the whole content of an existing one. Missing parent folders are created. An existing file must have been read first; it keeps its encoding, byte order mark and line endings. To change part of a file, use edit: it is shorter and cannot lose the rest. A notebook (.ipynb) must be complete, valid JSON. Refuses content with a [REDACTED:kind] mark that the file does not have.',
  effect: 'state_change',
  kind: 'edit',
  group: 'filesystem',
  traits: ['writesFiles', 'overwritesFiles', 'editsFiles'],
  input,
  output,
  redact: ['path', 'bytes', 'lines', 'created', 'notes', 'diff', 'changed_lines', 'changed_line'],
  cacheable: false,
  needs: ['textFiles', 'workspace'],
  subject: ({ path }) => ({ text: path, reads: [], writes: [path] }),
  verb: 'write',
  label: ({ path }) => path,
  plan: planWrite,
  toModel: ({
    path = '',
    bytes = 0,
    lines = 0,
    created = false,
    changed_lines,
    diff,
    notes = [],
  }) => {
    if (!created && diff === undefined) {
      return withNotes(`${path} already has exactly this content; nothing was written.`, notes);
    }
    const size = `${counted(lines, 'line')}, ${formatSize(bytes)}`;
    const counts = created ? undefined : lineCounts(changed_lines);
    const what = `${created ? 'Created' : 'Replaced'} ${path}: ${size}`;
    return withNotes(counts === undefined ? `${what}.` : `${what}, ${counts}.`, notes);
  },
  present: ({ diff, changed_line }) => changeExhibit(diff, changed_line),
});

type WriteOutput = z.infer<typeof output>;
type WriteCaps = Pick<Capabilities, 'textFiles' | 'workspace'>;

interface NewContent {
  readonly path: string;
  readonly content: string;
}

/** Creates or replaces a file with this content, keeping its line endings. */
async function planWrite(
  { path, content }: NewContent,
  context: PlanContext,
  caps: WriteCaps,
): Promise<Result<PlannedChange<WriteOutput>>> {
  const { signal, sessionId, toolCallId } = context;
  const { textFiles, workspace } = caps;
  const by = { sessionId, toolCallId };
  const before = await readBefore(textFiles, path, { ...by, maxBytes: maxFileBytes, signal });
  if (!before.ok) return before;
  const old = before.value;
  const refused = writeRefusal(old, { path, content }, context);
  if (refused !== undefined) return fail(refused);
  const text = withEndingsOf(old.text, content);
  const { file } = old;
  const overwrites = file === undefined ? [] : [{ real: file.real, stamp: file.stamp }];
  const basis = file === undefined ? 'absent' : `${file.real}\n${file.stamp}`;
  if (file !== undefined && text === old.text) {
    const apply = () => Promise.resolve(unchanged(file, text, workspace));
    return succeed({ basis, diffs: [], notes: [isUnchanged], overwrites, apply });
  }
  return succeed({
    basis,
    diffs: [changeOf(file?.real ?? absolutePath(path, workspace), old, text).diff],
    notes: old.binary === undefined ? [] : [say`Replaces a file that is not text: ${old.binary}.`],
    overwrites,
    apply: () => applyWrite({ path, content, text, old }, context, caps),
  });
}

function absolutePath(path: string, workspace: Workspace): string {
  const [root = ''] = workspace.roots();
  return resolveAgainst(root, path, workspace.separator());
}

const isUnchanged = say`The file already has exactly this content.`;

interface WriteToApply extends NewContent {
  /** The content with the line endings of the file. */
  readonly text: string;
  readonly old: Before;
}

async function applyWrite(
  { path, content, text, old }: WriteToApply,
  { signal, sessionId, toolCallId }: PlanContext,
  { textFiles, workspace }: WriteCaps,
): Promise<ToolResult<WriteOutput>> {
  const by = { sessionId, toolCallId };
  const written = await textFiles.write(path, text, { expect: old.expect, by, signal });
  if (!written.ok) return written;
  const { real, bytes, stamp } = written.value;
  const value = {
    path: shownPath(real, workspace),
    bytes,
    lines: splitLines(written.value.text).length,
    created: 'absent' in old.expect,
    notes: [
      ...(old.binary === undefined
        ? []
        : [`The file was not text before: ${inEnglish(old.binary)}.`]),
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
): ToolResult<z.infer<typeof output>> {
  const lines = splitLines(text).length;
  const path = shownPath(real, workspace);
  const value = { path, bytes: size, lines, created: false, notes: [] };
  return { ok: true, value, seen: [{ real, stamp }] };
}

interface Before {
  readonly file: TextFile | undefined;
  /** Content the file must still have when it is replaced. */
  readonly expect: WriteOptions['expect'];
  readonly text: string | undefined;
  /** Description of a binary old file: "PNG image, 12 KB". */
  readonly binary: Sentence | undefined;
}

/** Lines are counted only if both contents are text; for a binary file, the card shows its name. */
function changeOf(real: string, { text, binary }: Before, newText: string) {
  if (binary === undefined) return describeChange(real, text ?? null, newText);
  return { diff: binaryDiff(real, binary, newText), changed_line: 1 };
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

function writeRefusal(
  old: Before,
  { path, content }: NewContent,
  context: PlanContext,
): Failure | undefined {
  return (
    appearedRefusal(old, context) ??
    redactionRefusal(old.text ?? '', content) ??
    notebookRefusal(path, content)
  );
}

/** A file that was not there when the call was judged is one that the chat has not read. */
function appearedRefusal({ file }: Before, { mayReplace }: PlanContext): Failure | undefined {
  if (mayReplace || file === undefined) return undefined;
  return failure('execution', say`A file appeared there meanwhile, so nothing was written.`, {
    suggestion: 'Read the file, then make the call again.',
  });
}

/** An invalid notebook could no longer be opened. */
function notebookRefusal(path: string, content: string): Failure | undefined {
  if (!isNotebookPath(path)) return undefined;
  const notebook = parseNotebook(content);
  if (notebook.ok) return undefined;
  return failure('validation', say`The content is not a valid notebook: ${notebook.problem}.`, {
    suggestion:
      'Write the whole notebook as nbformat 4 JSON, or use edit to change the source of one cell.',
  });
}
