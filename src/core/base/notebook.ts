import { linesWithEndings } from './changed-lines';
import {
  isObject,
  parseJson,
  readList,
  readObject,
  readString,
  readValue,
  jsonItems,
  jsonMembers,
} from './json';

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

/** Reads the JSON of a notebook, of format 4. */
export function parseNotebook(text: string): ParsedNotebook {
  const parsed = parseJson(text);
  if (parsed === undefined) return { ok: false, problem: 'it is no JSON' };
  const notebook = parsed.value;
  if (!isObject(notebook) || !Array.isArray(readValue(notebook, 'cells'))) {
    return { ok: false, problem: 'it has no list "cells"' };
  }
  if (typeof readValue(notebook, 'nbformat') !== 'number') {
    return { ok: false, problem: 'it has no number "nbformat"' };
  }
  const language = languageOf(notebook);
  const cells: NotebookCell[] = [];
  for (const [index, item] of readList(notebook, 'cells').entries()) {
    const cell = parseCell(item, language);
    if (typeof cell === 'string') {
      return { ok: false, problem: `its cell ${String(index + 1)} ${cell}` };
    }
    cells.push(cell);
  }
  return { ok: true, cells };
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

function parseCell(item: unknown, language: string): NotebookCell | string {
  const kind = readString(item, 'cell_type');
  if (kind !== 'code' && kind !== 'markdown' && kind !== 'raw') {
    return 'has no "cell_type" of code, markdown or raw';
  }
  const source = joinedText(readValue(item, 'source'));
  if (source === undefined) return 'has no "source" of text';
  const own = readString(readObject(readObject(item, 'metadata'), 'vscode'), 'languageId');
  return {
    kind,
    language: kind === 'code' ? (own ?? language) : undefined,
    source,
    outputs: readList(item, 'outputs'),
  };
}

/** A text that may be given as its lines. */
export function joinedText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const lines = Array.from<unknown>(value);
  return lines.every((line) => typeof line === 'string') ? lines.join('') : undefined;
}

function languageOf(notebook: unknown): string {
  const metadata = readObject(notebook, 'metadata');
  const kernel = readObject(metadata, 'kernelspec');
  return (
    readString(readObject(metadata, 'language_info'), 'name') ??
    readString(kernel, 'language') ??
    'python'
  );
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
      return [parseJson(item)?.value, item] as const;
    }),
  );
  const written = lines.map((line) => known.get(line) ?? JSON.stringify(line));
  return `[${before}${written.join(between)}${raw.slice(last.end, -1)}]`;
}
