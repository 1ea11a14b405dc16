import * as z from 'zod';
import { linesWithEndings } from '../../base/changed-lines';
import { parseJson } from '../../contracts/json';
import { allOptional, itemsOf, lenient } from '../../contracts/schema-parts';
import { jsonItems, jsonMembers } from './json-spans';

/** A cell of a Jupyter notebook, as far as a reader needs it. */
export interface NotebookCell {
  readonly kind: 'code' | 'markdown' | 'raw';
  /** "python"; of a code cell alone. */
  readonly language: string | undefined;
  readonly source: string;
  /** As the notebook has them. */
  readonly outputs: readonly unknown[];
}

export type ParsedNotebook =
  | { readonly ok: true; readonly cells: readonly NotebookCell[] }
  /** Why it is none, as the end of a sentence: "it is no JSON". */
  | { readonly ok: false; readonly problem: string };

export function isNotebookPath(path: string): boolean {
  return path.toLowerCase().endsWith('.ipynb');
}

const text = z.string();
const anything = z.unknown();

/** Each complaint is the end of a sentence on the notebook or on a cell of it. */
const notebookSchema = z.object(
  {
    cells: z.array(anything, 'it has no list "cells"'),
    nbformat: z.custom((value) => typeof value === 'number', 'it has no number "nbformat"'),
    metadata: allOptional({
      language_info: allOptional({ name: lenient(text) }),
      kernelspec: allOptional({ language: lenient(text) }),
    }),
  },
  'it has no list "cells"',
);

const kindProblem = 'has no "cell_type" of code, markdown or raw';
const cellSchema = z.object(
  {
    cell_type: z.enum(['code', 'markdown', 'raw'], kindProblem),
    source: anything.transform(joinedText).pipe(z.string('has no "source" of text')),
    metadata: allOptional({ vscode: allOptional({ languageId: lenient(text) }) }),
    outputs: itemsOf(anything),
  },
  kindProblem,
);

/** Reads the JSON of a notebook, of format 4. */
export function parseNotebook(json: string): ParsedNotebook {
  const parsed = parseJson(json);
  if (parsed === undefined) return { ok: false, problem: 'it is no JSON' };
  const notebook = notebookSchema.safeParse(parsed);
  if (!notebook.success) return { ok: false, problem: firstProblem(notebook.error) };
  const { language_info: info, kernelspec } = notebook.data.metadata;
  const language = info.name ?? kernelspec.language ?? 'python';
  const cells: NotebookCell[] = [];
  for (const [index, item] of notebook.data.cells.entries()) {
    const cell = cellSchema.safeParse(item);
    if (!cell.success) {
      return { ok: false, problem: `its cell ${String(index + 1)} ${firstProblem(cell.error)}` };
    }
    const { cell_type: kind, source, metadata, outputs } = cell.data;
    const own = metadata.vscode.languageId ?? language;
    cells.push({ kind, language: kind === 'code' ? own : undefined, source, outputs });
  }
  return { ok: true, cells };
}

function firstProblem({ issues }: z.ZodError): string {
  return issues[0]?.message ?? '';
}

/**
 * The JSON text with other sources in some cells, by their index. Nothing else of it changes by a
 * byte: outputs, metadata, layout, and the lines of a source that stay.
 */
export function withSources(text: string, sources: ReadonlyMap<number, string>): string {
  const cells = jsonMembers(text, 0).get('cells');
  const parts: string[] = [];
  let done = 0;
  for (const [index, cell] of (cells === undefined ? [] : jsonItems(text, cells.start)).entries()) {
    const source = sources.get(index);
    const span = jsonMembers(text, cell.start).get('source');
    if (source === undefined || span === undefined) continue;
    parts.push(text.slice(done, span.start), sourceJson(text.slice(span.start, span.end), source));
    done = span.end;
  }
  return parts.join('') + text.slice(done);
}

/** A text that may be given as its lines. */
export function joinedText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const lines = Array.from<unknown>(value);
  return lines.every((line) => typeof line === 'string') ? lines.join('') : undefined;
}

/** A source in the layout of the one it replaces. */
function sourceJson(raw: string, source: string): string {
  if (raw.startsWith('"')) return JSON.stringify(source);
  const items = jsonItems(raw, 0);
  const first = items[0];
  const last = items.at(-1);
  const lines = linesWithEndings(source);
  if (lines.length === 0) return '[]';
  if (first === undefined || last === undefined) return JSON.stringify(lines);
  const before = raw.slice(1, first.start);
  const second = items[1];
  const between = second === undefined ? `,${before}` : raw.slice(first.end, second.start);
  const known = new Map(
    items.map(({ start, end }) => {
      const item = raw.slice(start, end);
      return [parseJson(item), item] as const;
    }),
  );
  const written = lines.map((line) => known.get(line) ?? JSON.stringify(line));
  return `[${before}${written.join(between)}${raw.slice(last.end, -1)}]`;
}
