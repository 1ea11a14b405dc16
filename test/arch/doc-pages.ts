import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One row of docs/requirements.md. */
export interface Requirement {
  readonly id: string;
  readonly sentence: string;
  readonly source: string;
  /** Absent in the section of requirements that are not implemented yet. */
  readonly tests: readonly TitleReference[] | undefined;
}

/** A test file below `test/` and the beginning of a title in it. */
interface TitleReference {
  readonly file: string;
  readonly title: string;
}

const idPattern = /^(00[0-3](-[a-z]+)+-\d+|INV-(\d\d[a-z]?|F\d)|W\d+|G\d+)$/;

/**
 * Rows whose first cell is an id; `test/file.test.ts: title`, or a file alone for titles with its
 * own id.
 */
export function parseRequirements(page: string): readonly Requirement[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1))
    .filter(([id = '']) => !/^(Id$|-|$)/.test(id))
    .map(([id = '', sentence = '', source = '', tests]) => ({
      id,
      sentence,
      source,
      tests: tests === undefined ? undefined : parseTests(tests, id),
    }));
}

function parseTests(cell: string, id: string): readonly TitleReference[] {
  return [...cell.matchAll(/`([^`]+)`(?:: (.*?))?(?=, `|$)/g)].map(
    ([, file = '', title = `${id}:`]) => ({ file, title }),
  );
}

/** Numbers and names of the entries in docs/decisions.md. */
export function parseDecisions(page: string): readonly string[] {
  return [...page.matchAll(/^\*\*(\d+|[a-z]+(?:-[a-z]+)+)\. ?/gm)].map((match) => match[1] ?? '');
}

/** Titles of `it` and `describe` as in the source, with … for computed parts. */
export function titlesOf(source: string): readonly string[] {
  const call = /\b(?:it|describe)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...source.matchAll(call)].map(([, , title = '']) =>
    title.replace(/\$\{[^}]*\}+/g, '…').replace(/\\(.)/g, '$1'),
  );
}

/** Problems of the rows, one line each. `tests` is the folder of the tests. */
export function problemsOfRequirements(
  requirements: readonly Requirement[],
  tests: string,
): readonly string[] {
  const ids = requirements.map(({ id }) => id);
  return requirements.flatMap((row, index) => [
    ...(idPattern.test(row.id) ? [] : [`${row.id}: no id`]),
    ...(ids.indexOf(row.id) === index ? [] : [`${row.id}: twice`]),
    ...(/^\S.* .*\S\.$/.test(row.sentence) ? [] : [`${row.id}: no sentence`]),
    ...(/^00[0-4] \S/.test(row.source) ? [] : [`${row.id}: no source`]),
    ...(row.tests?.length === 0 ? [`${row.id}: no test`] : []),
    ...(row.tests ?? []).flatMap((test) => problemOfTest(row.id, test, tests)),
  ]);
}

function problemOfTest(id: string, { file, title }: TitleReference, tests: string): string[] {
  const place = path.join(tests, file);
  if (!existsSync(place)) return [`${id}: no file ${file}`];
  const titles = titlesOf(readFileSync(place, 'utf8'));
  if (titles.some((known) => known.startsWith(title))) return [];
  return [`${id}: no title "${title}" in ${file}`];
}
