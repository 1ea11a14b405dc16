import { encodingName, isUtf8 } from '../../base/encoding-name';
import { isNotebookPath, parseNotebook } from '../../base/notebook';
import { splitLines } from '../../base/text-lines';
import type { ToolContext, ToolResult } from '../../contracts/define-tool';
import type { Capabilities } from '../../ports/capabilities';
import type { FileContent, FileText } from '../../ports/files';
import { describeBinary, isShownAsText } from './describe-binary';
import { maxFileBytes } from './limits';
import { linesExcerpt, type Excerpt, type ExcerptRange } from './lines-excerpt';
import { notebookExcerpt } from './notebook-excerpt';
import { readLargeFile } from './read-large-file';
import type { ReadOutput } from './read-output';
import { shownPath } from './shown-path';

export interface ReadArguments {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

const defaultLimit = 2000;

/** Reads what the editor shows of a file, as text, as cells, or as what else it is. */
export async function readFile(
  { path, offset = 1, limit = defaultLimit }: ReadArguments,
  { signal }: Pick<ToolContext, 'signal'>,
  { files, workspace }: Pick<Capabilities, 'files' | 'workspace'>,
): Promise<ToolResult<ReadOutput>> {
  const range = { first: offset, limit };
  const file = await files.read(path, { maxBytes: maxFileBytes, signal });
  if (!file.ok) {
    const large = await readLargeFile({ path, range, signal }, { files, workspace });
    return large ?? file;
  }
  const { real, bytes, stamp, text } = file.value;
  const shown = shownPath(real, workspace);
  const known = { path: shown, real_path: real, first_line: offset };
  // A part of a file is enough to make it known (002 W14), and so is what a reader can learn of
  // bytes: either way the stamp is of the whole.
  const seen = [{ real, stamp }];
  if (!isShownAsText(text, bytes)) {
    const notes = [describeBinary(shown, bytes, bytes.length)];
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
  const note = `This is no valid notebook: ${notebook.problem}. Its text is shown as it is.`;
  return { ok: true, value: { ...excerpt.value, notes: [note, ...excerpt.value.notes] } };
}

function textNotes({ unsaved }: FileContent, { encoding, exact }: FileText): readonly string[] {
  return [
    ...(unsaved ? ['This is the text in the editor; it has changes that are not saved.'] : []),
    ...(isUtf8(encoding) ? [] : [`The file is ${encodingName(encoding)}, shown as text.`]),
    ...(exact ? [] : ['Some bytes are no valid text and are shown as \uFFFD.']),
  ];
}
