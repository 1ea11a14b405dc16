import { withSources, type NotebookCell } from '../../base/notebook';
import { splitLines } from '../../base/text-lines';
import { fail, succeed, type Result } from '../../contracts/result';
import { maxListedLines, noMatch, notUnique } from './edit-refusals';
import type { EditArguments, EditedText } from './edit-types';
import { sourceLines } from './notebook-excerpt';
import { findSpans, linesOf, replaceSpans, type TextSpan } from './replace-text';

/**
 * Replaces a text in the sources of a notebook's cells: unique over all of them, unless all are
 * meant. Lines are those that `read` numbers.
 */
export function editNotebook(
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
