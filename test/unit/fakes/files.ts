import { createHash } from 'node:crypto';
import { isInside, normalizePath, resolveAgainst } from '../../../src/core/base/paths';
import { failure, type Failure } from '../../../src/core/contracts/failure';
import { fail, succeed, type Result } from '../../../src/core/contracts/result';
import type { ResolvedPath } from '../../../src/core/contracts/call-paths';
import type { FileEntry, Files, WriteOptions } from '../../../src/core/ports/files';

export interface FakeFiles extends Files {
  /** Contents by absolute path, as they are now. */
  readonly contents: ReadonlyMap<string, string>;
  /** What each write expected, in order. */
  readonly expected: readonly WriteOptions['expect'][];
}

/** Files in memory below `/ws`; no links, everything outside is refused. */
export function createFakeFiles(initial: Readonly<Record<string, string>> = {}): FakeFiles {
  const root = '/ws';
  const contents = new Map(
    Object.entries(initial).map(([name, text]) => [resolveAgainst(root, name, '/'), text]),
  );
  const expected: WriteOptions['expect'][] = [];

  const locate = (path: string): Result<ResolvedPath> => {
    const real = resolveAgainst(root, path, '/');
    if (!isInside(root, real, { separator: '/', caseSensitive: true })) {
      return fail(failure('policy_denied', `This path lies outside the workspace: ${path}`));
    }
    return succeed({ asked: real, real, exists: contents.has(real) || real === root, root });
  };

  return {
    contents,
    expected,
    resolve: (path) => Promise.resolve(locate(path)),
    locate: (path) => {
      const at = locate(path);
      const outside = { asked: path, real: path, exists: false, root: undefined, forbidden: false };
      return Promise.resolve(succeed(at.ok ? { ...at.value, forbidden: false } : outside));
    },
    read: (path) => {
      const at = locate(path);
      if (!at.ok) return Promise.resolve(at);
      const text = contents.get(at.value.real);
      if (text === undefined) return Promise.resolve(fail(missing(path)));
      return Promise.resolve(
        succeed({
          bytes: new TextEncoder().encode(text),
          real: at.value.real,
          stamp: stampOfText(text),
        }),
      );
    },
    write: (path, text, { expect }) => {
      const at = locate(path);
      if (!at.ok) return Promise.resolve(at);
      const { real } = at.value;
      const oldText = contents.get(real) ?? null;
      expected.push(expect);
      contents.set(real, text);
      const bytes = new TextEncoder().encode(text).length;
      return Promise.resolve(succeed({ real, bytes, oldText, stamp: stampOfText(text) }));
    },
    stamp: (path) => {
      const at = locate(path);
      if (!at.ok) return Promise.resolve(at);
      const text = contents.get(at.value.real);
      return Promise.resolve(succeed(text === undefined ? undefined : stampOfText(text)));
    },
    list: (path) => {
      const at = locate(path);
      return Promise.resolve(at.ok ? succeed(entriesOf(contents, at.value.real)) : at);
    },
  };
}

/** The stamp that a file of this text has. */
export function stampOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function entriesOf(contents: ReadonlyMap<string, string>, folder: string): FileEntry[] {
  const prefix = `${normalizePath(folder, '/')}/`;
  const below = [...contents].filter(([path]) => path.startsWith(prefix));
  const entries = below.map(([path, text]): [string, FileEntry] => {
    const [name = '', ...deeper] = path.slice(prefix.length).split('/');
    const isFolder = deeper.length > 0;
    return [name, { name, kind: isFolder ? 'dir' : 'file', size: isFolder ? 0 : text.length }];
  });
  return [...new Map(entries).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function missing(path: string): Failure {
  return failure('execution', `No such file or folder: ${path}`);
}
