import { say } from '../../base/sentence';
import type { ChangedLines } from '../../base/changed-lines';
import { encodingName } from '../../base/encoding';
import { isNotebookPath, parseNotebook, withSources, type NotebookCell } from './notebook';
import { splitLines } from '../../base/text-lines';
import type { PlanContext, PlannedChange, ToolResult } from '../../contracts/tools/define-tool';
import { failure, type Failure, fail, succeed, type Result } from '../../contracts/failure';
import type { FileDiff } from '../../contracts/calls/outcome';
import type { Capabilities } from '../../ports/capabilities';
import type { FileText } from '../../ports/files';
import type { TextFile } from '../../ports/text-files';
import { binaryTitle, isShownAsText, maxFileBytes } from './file-content';
import { maxListedLines, noMatch, notUnique, redactionRefusal } from './refusals';
import { boundedDiff, describeChange } from './file-diff';
import { findSpans, linesOf, replaceSpans, type TextSpan } from './replace-text';
import { writtenNotes } from './notes';
import { shownPath } from './shown-path';
import { sourceLines } from './notebook-excerpt';

interface EditArguments {
  readonly path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

interface EditedText {
  readonly text: string;
  readonly count: number;
  /** Numbers of the notebook cells that changed, counted from 1. */
  readonly cells?: readonly number[];
}

export interface EditOutput {
  path: string;
  replacements: number;
  cells?: number[];
  notes: string[];
  diff?: FileDiff;
  changed_lines?: ChangedLines;
  changed_line?: number;
}

/** Replaces a text in the file as the editor shows it; all else stays as it is. */
export async function planEdit(
  args: EditArguments,
  { signal, sessionId, toolCallId }: PlanContext,
  { textFiles, workspace }: Pick<Capabilities, 'textFiles' | 'workspace'>,
): Promise<Result<PlannedChange<EditOutput>>> {
  const problem = argumentProblem(args);
  if (problem !== undefined) return fail(problem);
  const by = { sessionId, toolCallId };
  const file = await textFiles.read(args.path, { ...by, maxBytes: maxFileBytes, signal });
  if (!file.ok) return file;
  const before = editableText(file.value);
  if (!before.ok) return before;
  const edited = applyEdit(shownPath(file.value.real, workspace), before.value, args);
  if (!edited.ok) return edited;
  const { text, count, cells } = edited.value;
  const refused = redactionRefusal(before.value, text);
  if (refused !== undefined) return fail(refused);
  const apply = async (): Promise<ToolResult<EditOutput>> => {
    const options = { expect: { text: before.value }, by, signal };
    const written = await textFiles.write(args.path, text, options);
    if (!written.ok) return written;
    const { real, stamp } = written.value;
    const value = {
      path: shownPath(real, workspace),
      replacements: count,
      ...(cells !== undefined && { cells: [...cells] }),
      notes: [...writtenNotes(written.value, text)],
      ...describeChange(real, before.value, written.value.text),
    };
    return { ok: true, value, seen: [{ real, stamp }] };
  };
  const { real, stamp } = file.value;
  const diffs = [boundedDiff(real, before.value, text)];
  const overwrites = [{ real, stamp }];
  return succeed({ basis: `${real}\n${stamp}`, diffs, notes: [], overwrites, apply });
}

function argumentProblem({ old_string, new_string }: EditArguments): Failure | undefined {
  if (old_string === '') {
    return failure('validation', say`old_string is empty.`, {
      suggestion:
        'Give the text to replace, or use write to create a file or replace its whole content.',
    });
  }
  if (old_string === new_string) {
    return failure(
      'validation',
      say`old_string and new_string are the same: nothing would change. Check both and call again.`,
    );
  }
  return undefined;
}

/** Writing back text that was decoded with errors would lose bytes. */
function editableText({ head, size, text }: TextFile): Result<string> {
  if (!isShownAsText(text, head)) {
    const title = binaryTitle(head, size);
    return fail(
      failure('execution', say`This file is not text, and editing would damage it: ${title}.`, {
        suggestion: 'Use bash with a program that can edit this format.',
      }),
    );
  }
  return text.exact ? succeed(text.text) : fail(notExact(text));
}

function notExact({ encoding }: FileText): Failure {
  return failure(
    'execution',
    say`Some bytes of the file are not valid ${encodingName(encoding)}, and editing would damage it.`,
    { suggestion: 'Use bash with a program that edits bytes, or ask the user for the encoding.' },
  );
}

function applyEdit(path: string, text: string, args: EditArguments): Result<EditedText> {
  const notebook = isNotebookPath(path) ? parseNotebook(text) : undefined;
  const edited =
    notebook?.ok === true ? editNotebook(text, notebook.cells, args) : editText(text, args);
  if (!edited.ok || edited.value.text !== text) return edited;
  return fail(
    failure('validation', say`Nothing would change: edit keeps the line endings of the file.`, {
      suggestion: 'To change line endings, use write with the whole content, or bash.',
    }),
  );
}

function editText(text: string, args: EditArguments): Result<EditedText> {
  const places = findSpans(text, args.old_string);
  if (places.length === 0) return fail(noMatch(splitLines(text), args.old_string));
  if (places.length > 1 && args.replace_all !== true) {
    const firstLines = linesOf(text, places, maxListedLines);
    return fail(notUnique(splitLines(text), { count: places.length, firstLines }));
  }
  return succeed({ text: replaceSpans(text, places, args.new_string), count: places.length });
}

/**
 * Replaces a text in the cell sources of a notebook. It must be unique across all cells unless
 * `replace_all` is set. Line numbers are those that `read` shows.
 */
function editNotebook(
  json: string,
  cells: readonly NotebookCell[],
  args: EditArguments,
): Result<EditedText> {
  const found = cells
    .map(({ source }, index) => ({ index, source, places: findSpans(source, args.old_string) }))
    .filter(({ places }) => places.length > 0);
  const count = found.reduce((sum, { places }) => sum + places.length, 0);
  const lines = sourceLines(cells);
  if (count === 0) return fail(noMatch(lines, args.old_string));
  if (count > 1 && args.replace_all !== true) {
    return fail(notUnique(lines, { count, firstLines: firstLinesOf(cells, found) }));
  }
  const sources = found.map(
    ({ index, source, places }) => [index, replaceSpans(source, places, args.new_string)] as const,
  );
  const text = withSources(json, new Map(sources));
  return succeed({ text, count, cells: found.map(({ index }) => index + 1) });
}

interface FoundCell {
  readonly index: number;
  readonly source: string;
  readonly places: readonly TextSpan[];
}

function firstLinesOf(
  cells: readonly NotebookCell[],
  found: readonly FoundCell[],
): readonly number[] {
  return found
    .flatMap(({ index, source, places }) => {
      const above = cells.slice(0, index).reduce((sum, cell) => sum + countLines(cell), 0);
      return linesOf(source, places, maxListedLines).map((line) => above + line);
    })
    .slice(0, maxListedLines);
}

function countLines({ source }: NotebookCell): number {
  return splitLines(source).length;
}
