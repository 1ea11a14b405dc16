import { createHash } from 'node:crypto';
import path from 'node:path';
import type { PathState } from '../../../../src/core/contracts/file-changes';
import { failure, fail, succeed, type Result } from '../../../../src/core/contracts/failure';
import type { PathStates } from '../../../../src/core/ports/file-changes';

export type Node =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly mode: number };

/** A file system of names and contents, as an undo sees it. */
export interface MemoryPlaces extends PathStates {
  readonly nodes: Map<string, Node>;
  /** Called before each change of an undo; returns a reason to fail. */
  refuse: (what: 'putBack' | 'moveBack', place: string) => string | undefined;
  /** Number of changes made by undos. */
  readonly changes: number;
  imageNow(place: string, withBytes?: boolean): PathState;
  below(place: string): readonly string[];
  write(place: string, text: string): void;
  /** The tree as text, for comparison. */
  show(): Readonly<Record<string, string>>;
}

export function createMemoryPlaces(root = '/ws'): MemoryPlaces {
  const nodes = new Map<string, Node>([[root, { kind: 'folder', mode: 0o755 }]]);
  let changes = 0;

  function imageNow(place: string, withBytes = false): PathState {
    const node = nodes.get(place);
    if (node === undefined) return { kind: 'absent' };
    if (node.kind !== 'file') return node;
    const { bytes, mode } = node;
    const stamp = createHash('sha256').update(bytes).digest('hex');
    return { kind: 'file', stamp, size: bytes.length, mode, ...(withBytes && { bytes }) };
  }

  const below = (place: string) => [...nodes.keys()].filter((one) => one.startsWith(`${place}/`));

  const places: MemoryPlaces = {
    nodes,
    refuse: () => undefined,
    get changes() {
      return changes;
    },
    imageNow,
    below,
    write: (place, text) => {
      nodes.set(place, { kind: 'file', bytes: Buffer.from(text), mode: 0o644 });
    },
    show: () =>
      Object.fromEntries(
        [...nodes].sort().map(([place, node]) => {
          if (node.kind === 'file') return [place, `file ${Buffer.from(node.bytes).toString()}`];
          return [place, node.kind === 'link' ? `link ${node.target}` : 'folder'];
        }),
      ),
    image: (place, { maxBytes, signal }) => {
      if (signal.aborted) return Promise.resolve(refused('stopped'));
      const image = imageNow(place, true);
      if (image.kind !== 'file' || image.size <= (maxBytes ?? -1)) {
        return Promise.resolve(succeed(image));
      }
      return Promise.resolve(succeed(imageNow(place)));
    },
    putBack: (place, image, { expect, signal }) => {
      const reason = signal.aborted ? 'stopped' : places.refuse('putBack', place);
      const problem = reason ?? whyNot(place, image, expect);
      if (problem !== undefined) return Promise.resolve(refused(problem));
      changes += 1;
      put(place, image);
      return Promise.resolve(succeed(undefined));
    },
    moveBack: (from, to, { signal }) => {
      const reason = signal.aborted ? 'stopped' : places.refuse('moveBack', from);
      const problem = reason ?? whyNotMoved(from, to);
      if (problem !== undefined) return Promise.resolve(refused(problem));
      changes += 1;
      moveTree(nodes, from, to);
      return Promise.resolve(succeed(undefined));
    },
  };

  function whyNot(place: string, image: PathState, expect: PathState): string | undefined {
    if (!isSame(imageNow(place), expect)) return `changed: ${place}`;
    if (image.kind === 'file' && image.bytes === undefined) return 'no bytes';
    if (image.kind !== 'folder' && below(place).length > 0) return `not empty: ${place}`;
    return image.kind === 'absent' ? undefined : whyNoFolder(path.dirname(place));
  }

  function whyNoFolder(folder: string): string | undefined {
    const node = nodes.get(folder);
    if (node !== undefined) return node.kind === 'folder' ? undefined : `no folder: ${folder}`;
    return whyNoFolder(path.dirname(folder));
  }

  function whyNotMoved(from: string, to: string): string | undefined {
    if (!nodes.has(from)) return `not there: ${from}`;
    if (nodes.has(to)) return `in the way: ${to}`;
    if (to.startsWith(`${from}/`)) return 'into itself';
    return nodes.get(path.dirname(to))?.kind === 'folder' ? undefined : `no folder for ${to}`;
  }

  function put(place: string, image: PathState): void {
    if (image.kind === 'absent') {
      nodes.delete(place);
      return;
    }
    for (let at = path.dirname(place); !nodes.has(at); at = path.dirname(at)) {
      nodes.set(at, { kind: 'folder', mode: 0o755 });
    }
    if (image.kind === 'file') {
      nodes.set(place, { kind: 'file', bytes: image.bytes ?? new Uint8Array(), mode: image.mode });
    } else if (image.kind !== 'other') nodes.set(place, image);
  }

  return places;
}

export function moveTree(nodes: Map<string, Node>, from: string, to: string): void {
  for (const place of [...nodes.keys()]) {
    if (place !== from && !place.startsWith(`${from}/`)) continue;
    const node = nodes.get(place);
    nodes.delete(place);
    if (node !== undefined) nodes.set(`${to}${place.slice(from.length)}`, node);
  }
}

function isSame(one: PathState, other: PathState): boolean {
  if (one.kind === 'file') return other.kind === 'file' && one.stamp === other.stamp;
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target;
  return one.kind === other.kind;
}

function refused(message: string): Result<never> {
  return fail(failure('execution', message));
}
