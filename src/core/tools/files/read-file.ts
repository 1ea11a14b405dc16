import { encodingName, isUtf8 } from '../../base/encoding';
import { decodeText } from '../../base/unicode-text';
import { isNotebookPath, parseNotebook } from './notebook';
import { splitLines, numberLines } from '../../base/text-lines';
import type { ToolContext, ToolResult } from '../../contracts/tools/define-tool';
import type { Capabilities } from '../../ports/capabilities';
import type { FileText, FileHead } from '../../ports/files';
import type { TextFile } from '../../ports/text-files';
import { describeBinary, isShownAsText, maxFileBytes } from './file-content';
import { linesExcerpt, type Excerpt, type ExcerptRange } from './lines-excerpt';
import { notebookExcerpt } from './notebook-excerpt';
import { shownPath } from './shown-path';
import { formatSize } from '../../base/wording';

/** Result of `read`; without `total_lines` if only a part was read. */
interface ReadOutput {
  content: string;
  path: string;
  real_path: string;
  total_lines?: number;
  first_line: number;
  notes: string[];
  truncated: boolean;
}

export interface ReadArguments {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

const defaultLimit = 2000;

/**
 * Reads a file as the editor shows it: as text, as notebook cells, or as a description of a binary
 * file.
 */
export async function readFile(
  { path, offset = 1, limit = defaultLimit }: ReadArguments,
  { sessionId, signal }: Pick<ToolContext, 'sessionId' | 'signal'>,
  { textFiles, workspace }: Pick<Capabilities, 'textFiles' | 'workspace'>,
): Promise<ToolResult<ReadOutput>> {
  const range = { first: offset, limit };
  const file = await textFiles.read(path, { sessionId, maxBytes: maxFileBytes, signal });
  if (!file.ok) {
    return file.large === undefined ? file : largeExcerpt(file.large, range, workspace);
  }
  const { real, head, size, stamp, text } = file.value;
  const shown = shownPath(real, workspace);
  const known = { path: shown, real_path: real, first_line: offset };
  // Reading a part, or the description of a binary file, makes the file known (W14): the stamp
  // covers the whole file.
  const seen = [{ real, stamp }];
  if (!isShownAsText(text, head)) {
    const notes = [describeBinary(shown, head, size)];
    return { ok: true, value: { ...known, content: '', notes, truncated: false }, seen };
  }
  const excerpt = textExcerpt(shown, text.text, range);
  if (!excerpt.ok) return excerpt;
  const { content, total, truncated } = excerpt.value;
  const notes = [...textNotes(file.value, text), ...excerpt.value.notes];
  return { ok: true, value: { ...known, content, total_lines: total, notes, truncated }, seen };
}

function textExcerpt(path: string, text: string, range: ExcerptRange): Excerpt {
  if (!isNotebookPath(path) || text === '') return linesExcerpt(splitLines(text), range);
  const notebook = parseNotebook(text);
  if (notebook.ok) return notebookExcerpt(notebook.cells, range);
  const excerpt = linesExcerpt(splitLines(text), range);
  if (!excerpt.ok) return excerpt;
  const note = `This is not a valid notebook: ${notebook.problem}. It is shown as plain text.`;
  return { ok: true, value: { ...excerpt.value, notes: [note, ...excerpt.value.notes] } };
}

function textNotes({ unsaved }: TextFile, { encoding, exact }: FileText): readonly string[] {
  return [
    ...(unsaved ? ['This is the text in the editor; it has unsaved changes.'] : []),
    ...(isUtf8(encoding) ? [] : [`The file is ${encodingName(encoding)}, shown as text.`]),
    ...(exact ? [] : ['Some bytes are not valid text and are shown as \uFFFD.']),
  ];
}

const maxShownLines = 200;

/**
 * The first lines of a file that is too large to read whole, and how to continue. It does not make
 * the file known: a chat that saw only the beginning may not replace it.
 */
function largeExcerpt(
  head: FileHead,
  range: ExcerptRange,
  workspace: Capabilities['workspace'],
): ToolResult<ReadOutput> {
  const { real, size, bytes } = head;
  const shown = shownPath(real, workspace);
  const lines = textLines(head);
  const known = { path: shown, real_path: real, first_line: range.first, truncated: true };
  if (lines === undefined) {
    const notes = [describeBinary(shown, bytes, size)];
    return { ok: true, value: { ...known, content: '', notes } };
  }
  const from = range.first - 1;
  const wanted = lines.slice(from, from + Math.min(range.limit, maxShownLines));
  const notes = [largeNote(shown, size, wanted.length), howToGoOn];
  return { ok: true, value: { ...known, content: numberLines(wanted, range.first), notes } };
}

function largeNote(shown: string, size: number, lines: number): string {
  const what = lines === 0 ? 'lines this far down cannot be shown' : 'only these lines are shown';
  return `${shown} is ${formatSize(size)}, too large to read whole (at most ${formatSize(maxFileBytes)}): ${what}.`;
}

const howToGoOn =
  "Search it with grep, or read other lines with bash, for example: sed -n '1000,1200p' FILE";

/** The lines of the head, without the last one, which is cut off. */
function textLines({ bytes }: FileHead): readonly string[] | undefined {
  const decoded = decodeText(bytes);
  if (decoded === undefined) return undefined;
  const lines = decoded.text.split(/\r?\n/);
  return lines.length > 1 ? lines.slice(0, -1) : lines;
}
