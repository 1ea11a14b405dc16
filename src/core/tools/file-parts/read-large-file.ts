import { decodeText } from '../../base/decode-text';
import { fileTypeBytes } from '../../base/file-type';
import { formatSize } from '../../base/format-size';
import { numberLines } from '../../base/text-lines';
import type { ToolResult } from '../../contracts/define-tool';
import type { Capabilities } from '../../ports/capabilities';
import type { FileHead } from '../../ports/files';
import { describeBinary } from './describe-binary';
import { maxFileBytes } from './limits';
import type { ExcerptRange } from './lines-excerpt';
import type { ReadOutput } from './read-output';
import { shownPath } from './shown-path';

const maxShownLines = 200;

interface LargeFile {
  readonly path: string;
  readonly range: ExcerptRange;
  readonly signal: AbortSignal;
}

/**
 * The beginning of a file that is too large to be read whole, and how to go on; undefined for a file
 * that is not. It does not make the file known: who has seen its beginning may not replace it.
 */
export async function readLargeFile(
  { path, range, signal }: LargeFile,
  { files, workspace }: Pick<Capabilities, 'files' | 'workspace'>,
): Promise<ToolResult<ReadOutput> | undefined> {
  const head = await files.head(path, { maxBytes: fileTypeBytes, signal });
  if (!head.ok || head.value.size <= maxFileBytes) return undefined;
  const { real, size } = head.value;
  const shown = shownPath(real, workspace);
  const lines = textLines(head.value);
  const known = { path: shown, real_path: real, first_line: range.first, truncated: true };
  if (lines === undefined) {
    const notes = [describeBinary(shown, head.value.bytes, size)];
    return { ok: true, value: { ...known, content: '', notes } };
  }
  const from = range.first - 1;
  const wanted = lines.slice(from, from + Math.min(range.limit, maxShownLines));
  const notes = [largeNote(shown, size, wanted.length), howToGoOn];
  return { ok: true, value: { ...known, content: numberLines(wanted, range.first), notes } };
}

function largeNote(shown: string, size: number, lines: number): string {
  const what = lines === 0 ? 'no lines that far down are shown' : 'only these lines are shown';
  return `${shown} is ${formatSize(size)}, too large to be read whole (at most ${formatSize(maxFileBytes)}): ${what}.`;
}

const howToGoOn =
  "Search it with grep, or read other lines with bash, such as: sed -n '1000,1200p' FILE";

/** Lines of the head; the last one is left out, because it is cut somewhere. */
function textLines({ bytes }: FileHead): readonly string[] | undefined {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'binary') return undefined;
  const lines = decoded.text.split(/\r?\n/);
  return lines.length > 1 ? lines.slice(0, -1) : lines;
}
