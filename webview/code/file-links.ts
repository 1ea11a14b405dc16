import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import { t } from '../l10n/l10n';
import type { ExistingFiles } from '../state/existing-files';
import { fileOfCode, namedFiles, type NamedFile } from '../text/file-names';

export interface LinkOptions {
  readonly files: Pick<ExistingFiles, 'find'>;
  readonly post: (request: PanelRequest) => void;
  readonly signal: AbortSignal;
}

/** Of one block of a message; more make no links. */
const maxLinks = 200;

/**
 * Makes links of the files of the workspace that a message names, with a line number or as inline
 * code; never in blocks of code or in other links.
 */
export function linkFiles(content: DocumentFragment, { files, post, signal }: LinkOptions): void {
  const places = placesIn(content);
  if (places.length === 0) return;
  const names = new Set(places.flatMap(({ named }) => named.map(({ name }) => name)));
  files.find([...names], (found) => {
    if (signal.aborted) return;
    for (const { node, named } of places) {
      const pieces = linkedPieces(node.data, named, found);
      if (pieces.length > 1 || typeof pieces[0] !== 'string') {
        node.replaceWith(
          ...pieces.map((each) => (typeof each === 'string' ? each : button(each, post))),
        );
      }
    }
  });
}

interface Place {
  readonly node: Text;
  readonly named: readonly NamedFile[];
}

function placesIn(content: DocumentFragment): readonly Place[] {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const places: Place[] = [];
  let count = 0;
  while (walker.nextNode() && count < maxLinks) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!(node instanceof Text) || parent?.closest('pre, button, .code-head')) continue;
    const file = parent?.closest('code') ? fileOfCode(node.data) : undefined;
    const named = file === undefined ? namedFiles(node.data) : [file];
    count += named.length;
    if (named.length > 0) places.push({ node, named });
  }
  return places;
}

/** A piece of a text, or a file in it, which exists. */
type Piece = string | LinkedFile;

export interface LinkedFile extends NamedFile {
  readonly text: string;
}

/** A text in pieces: the files that exist, and what is between them. */
export function linkedPieces(
  text: string,
  named: readonly NamedFile[],
  found: ReadonlySet<string>,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const file of named) {
    if (!found.has(file.name)) continue;
    if (file.start > at) pieces.push(text.slice(at, file.start));
    pieces.push({ ...file, text: text.slice(file.start, file.end) });
    at = file.end;
  }
  if (at < text.length || pieces.length === 0) pieces.push(text.slice(at));
  return pieces;
}

export function openRequest({ name, line, column }: NamedFile): PanelRequest {
  return {
    type: 'openFile',
    name,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

export function linkTitle({ name, line }: NamedFile): string {
  return line === undefined
    ? t('file.open', { name })
    : t('file.openAt', { name, line: String(line) });
}

function button(file: LinkedFile, post: LinkOptions['post']): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'link file-link';
  made.textContent = file.text;
  made.title = linkTitle(file);
  made.addEventListener('click', () => post(openRequest(file)));
  return made;
}
