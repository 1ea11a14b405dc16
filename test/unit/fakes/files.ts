import { isInside, resolveAgainst } from '../../../src/core/base/paths';
import type { ResolvedPath } from '../../../src/core/contracts/calls/call-paths';
import {
  failure,
  type Failure,
  fail,
  succeed,
  type Result,
} from '../../../src/core/contracts/failure';
import { fileTypeBytes } from '../../../src/core/base/file-type';
import type {
  FileContent,
  FileHead,
  Files,
  WriteOptions,
  WrittenFile,
} from '../../../src/core/ports/files';
import { encodeText, fileTextOf, stampOfBytes, type FakeEncoding } from './file-bytes';
import { copyEntry, moveEntry, planEntry, planRefusal, removeEntry } from './file-moves';
import {
  createFileTree,
  type FakeFile,
  type FileRules,
  type FileTree,
  type StoredFile,
} from './file-tree';

export interface FakeFiles extends Files {
  /** Current texts by absolute path, with the byte order mark; `''` for files that are not text. */
  readonly contents: ReadonlyMap<string, string>;
  /** The expectation of each write, in order. */
  readonly expected: readonly WriteOptions['expect'][];
  /** The call of each change, in order. */
  readonly origins: readonly WriteOptions['by'][];
  /** Current bytes of a file; undefined if it does not exist. */
  bytes(path: string): Uint8Array | undefined;
  /** Writes a file like another program. */
  put(path: string, file: string | FakeFile): void;
}

/** Files in memory below `/ws`; no links, and everything outside is refused. */
export function createFakeFiles(
  initial: Readonly<Record<string, string | FakeFile>> = {},
): FakeFiles {
  const root = '/ws';
  const absolute = (path: string) => resolveAgainst(root, path, '/');
  const tree = createFileTree(root);
  for (const [name, file] of Object.entries(initial)) tree.put(absolute(name), file);
  const expected: WriteOptions['expect'][] = [];
  const origins: WriteOptions['by'][] = [];

  const place = (path: string): Result<ResolvedPath> => {
    const real = absolute(path);
    if (!isInside(root, real, { separator: '/', caseSensitive: true })) {
      return fail(failure('policy_denied', `This path is outside the workspace: ${path}`));
    }
    return succeed({ asked: real, real, exists: tree.kindOf(real) !== undefined, root });
  };
  /** Acts on the real path if that is permitted. */
  const at = <T>(path: string, act: (real: string) => Result<T>): Promise<Result<T>> => {
    const placed = place(path);
    return Promise.resolve(placed.ok ? act(placed.value.real) : placed);
  };
  const between = <T>(
    source: string,
    destination: string,
    act: (from: string, to: string) => Result<T>,
  ): Promise<Result<T>> => {
    const to = place(destination);
    return to.ok ? at(source, (from) => act(from, to.value.real)) : Promise.resolve(to);
  };

  return {
    contents: tree.texts,
    expected,
    origins,
    bytes: (path) => tree.file(absolute(path))?.bytes,
    put: (path, file) => tree.put(absolute(path), file),
    resolve: (path) => Promise.resolve(place(path)),
    locate: (path) => {
      const placed = place(path);
      const outside = { asked: path, real: path, exists: false, root: undefined };
      return Promise.resolve(succeed(placed.ok ? { ...placed.value } : outside));
    },
    read: async (path, { maxBytes }) => {
      let head: FileHead | undefined;
      const read = await at(path, (real) => {
        const file = regular(tree, real);
        if (!file.ok) return file;
        const { bytes, size = bytes.length } = file.value;
        if (size > maxBytes) head = { real, size, bytes: bytes.slice(0, fileTypeBytes) };
        const refused = file.value.failure ?? tooLarge(file.value, maxBytes, real);
        return refused === undefined ? succeed(contentOf(real, file.value)) : fail(refused);
      });
      const placed = place(path);
      const mayWrite = placed.ok && (read.ok || !placed.value.exists);
      return { ...read, ...(mayWrite && { resolved: placed.value }), ...(head && { head }) };
    },
    write: (path, text, { expect, by }) =>
      at(path, (real) => {
        expected.push(expect);
        origins.push(by);
        return writeText(tree, { real, text, expect });
      }),
    stamp: (path) =>
      at(path, (real) => {
        const file = tree.file(real);
        return succeed(file && stampOfBytes(file.bytes));
      }),
    list: (path, options) =>
      at(path, (real) => {
        const kind = tree.kindOf(real);
        if (kind === 'file') return fail(notFolder(real));
        return kind === undefined ? fail(missing(real)) : succeed(tree.list(real, options));
      }),
    inside: (path) =>
      at(path, (real) => {
        const isFolder = tree.kindOf(real) === 'dir';
        const listing = {
          depth: Infinity,
          maxEntries: Infinity,
          signal: new AbortController().signal,
        };
        const entries = isFolder ? tree.list(real, listing).entries : [];
        return succeed({ paths: entries.map(({ name }) => `${real}/${name}`), isWhole: true });
      }),
    createFolder: (path, { by }) =>
      at(path, (real) => {
        origins.push(by);
        if (tree.kindOf(real) === 'file' || tree.isBelowFile(real)) return fail(notFolder(real));
        return succeed({ real, made: tree.makeFolder(real), notes: tree.rules(real).notes ?? [] });
      }),
    plan: (change) =>
      change.kind === 'remove'
        ? at(change.path, (real) => planEntry(tree, { kind: 'remove', from: real }))
        : between(change.path, change.to, (from, to) =>
            planEntry(tree, { kind: change.kind, from, to }),
          ),
    remove: (path, { by, planned }) =>
      at(path, (from) => {
        origins.push(by);
        const refused = planRefusal(tree, { kind: 'remove', from }, planned);
        return refused ?? removeEntry(tree, from);
      }),
    move: (source, destination, { by, planned }) =>
      between(source, destination, (from, to) => {
        origins.push(by);
        return planRefusal(tree, { kind: 'move', from, to }, planned) ?? moveEntry(tree, from, to);
      }),
    copy: (source, destination, { by, planned }) =>
      between(source, destination, (from, to) => {
        origins.push(by);
        return planRefusal(tree, { kind: 'copy', from, to }, planned) ?? copyEntry(tree, from, to);
      }),
  };
}

/** The stamp of a file with this text. */
export function stampOfText(text: string, encoding?: FakeEncoding): string {
  return stampOfBytes(encodeText(text, encoding));
}

function regular(tree: FileTree, real: string): Result<StoredFile> {
  const file = tree.file(real);
  if (file !== undefined) return succeed(file);
  const isFolder = tree.kindOf(real) === 'dir';
  return fail(isFolder ? notFile(real) : missing(real));
}

function contentOf(real: string, { bytes, encoding, unsaved = false }: StoredFile): FileContent {
  const text = fileTextOf(bytes, encoding);
  return { real, bytes, stamp: stampOfBytes(bytes), text, unsaved };
}

interface TextToWrite {
  readonly real: string;
  readonly text: string;
  readonly expect: WriteOptions['expect'];
}

function writeText(tree: FileTree, { real, text, expect }: TextToWrite): Result<WrittenFile> {
  const refused = placeRefusal(tree, real) ?? tree.rules(real).writeFailure;
  if (refused !== undefined) return fail(refused);
  const old = tree.file(real);
  const before = textBefore(old);
  if (!isExpected(expect, old !== undefined, before?.text)) {
    return fail(failure('execution', `The file changed since it was read: ${real}`));
  }
  const kept = keptText(tree.rules(real), text.replace(/^\uFEFF/, ''));
  const { mark, encoding } = before ?? newFile(text);
  const bytes = encodeText(mark + kept.text, encoding);
  tree.put(real, { ...tree.rules(real), bytes, encoding });
  const stamp = stampOfBytes(bytes);
  const oldText = before?.text ?? null;
  return succeed({ real, bytes: bytes.length, oldText, stamp, ...kept });
}

/** A file with unsaved changes is not saved, so no save participant sees it. */
function keptText({ unsaved, onSave, notes = [] }: FileRules, text: string) {
  if (unsaved === true) return { text, saved: false, notes: ['It was not saved.', ...notes] };
  return { text: onSave?.(text) ?? text, saved: true, notes };
}

function placeRefusal(tree: FileTree, real: string): Failure | undefined {
  if (tree.kindOf(real) === 'dir') return notFile(real);
  return tree.isBelowFile(real) ? notFolder(real) : undefined;
}

interface TextBefore {
  readonly text: string;
  readonly mark: string;
  readonly encoding: FakeEncoding;
}

/** A byte order mark at the start of a new text is kept. */
function newFile(text: string): Omit<TextBefore, 'text'> {
  return { mark: text.startsWith('\uFEFF') ? '\uFEFF' : '', encoding: 'utf8' };
}

function textBefore(old: StoredFile | undefined): TextBefore | undefined {
  const before = old && fileTextOf(old.bytes, old.encoding);
  if (before === undefined) return undefined;
  const mark = before.byteOrderMark ? '\uFEFF' : '';
  return { text: before.text, mark, encoding: encodingOf(before.encoding) };
}

function isExpected(
  expect: WriteOptions['expect'],
  isThere: boolean,
  text: string | undefined,
): boolean {
  if ('any' in expect) return true;
  return 'text' in expect ? text === expect.text : !isThere;
}

function encodingOf(name: string): FakeEncoding {
  return name === 'utf16le' || name === 'utf16be' || name === 'windows1252' ? name : 'utf8';
}

function tooLarge(
  { bytes, size = bytes.length }: StoredFile,
  max: number,
  real: string,
): Failure | undefined {
  if (size <= max) return undefined;
  return failure('execution', `The file is too large (${String(size)} bytes): ${real}`);
}

function missing(path: string): Failure {
  return failure('execution', `No such file or folder: ${path}`);
}

function notFile(path: string): Failure {
  return failure('execution', `This is a folder, not a file: ${path}`);
}

function notFolder(path: string): Failure {
  return failure('execution', `A part of the path is a file, not a folder: ${path}`);
}
