import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGuardedFiles, type GuardedFiles } from '../../../src/adapters/files/guarded-files';
import type { Workspace } from '../../../src/core/ports/workspace';

/** A real folder with a workspace in it and a place outside beside it. */
export interface TemporaryWorkspace extends Workspace {
  /** Canonical; holds `ws` and `outside`. */
  readonly base: string;
  /** The first root. */
  readonly root: string;
  readonly outside: string;
  readonly files: GuardedFiles;
  /** Lines the adapters logged. */
  readonly logged: readonly string[];
  /** Writes a file below `base`, with its folders; answers its absolute path. */
  put(relative: string, content: string | Uint8Array): string;
  dispose(): void;
}

export interface TemporaryWorkspaceOptions {
  readonly trusted?: boolean;
  /** Folders below `base` that are open; none means `ws`. */
  readonly roots?: readonly string[];
  readonly caseSensitive?: boolean;
  readonly denyRead?: readonly string[];
  readonly allowRead?: readonly string[];
}

export function createTemporaryWorkspace(
  options: TemporaryWorkspaceOptions = {},
): TemporaryWorkspace {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-files-')));
  const root = path.join(base, 'ws');
  const outside = path.join(base, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  const workspace: Workspace = {
    roots: () => (options.roots ?? ['ws']).map((name) => path.join(base, name)),
    isTrusted: () => options.trusted ?? true,
    caseSensitive: () => options.caseSensitive ?? true,
    separator: () => '/',
  };
  const logged: string[] = [];
  const files = createGuardedFiles({
    workspace,
    denyRead: () => options.denyRead ?? [],
    allowRead: () => options.allowRead ?? [],
    log: (line) => void logged.push(line),
  });
  return {
    ...workspace,
    base,
    root,
    outside,
    files,
    logged,
    put: (relative, content) => {
      const file = path.join(base, relative);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    dispose: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** A signal that nobody aborts. */
export function quietSignal(): AbortSignal {
  return new AbortController().signal;
}
