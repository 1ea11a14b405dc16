import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DiskFiles } from '../../../src/adapters/files/disk-files';
import type { FolderOpener } from '../../../src/adapters/files/folder';
import { PathGuard } from '../../../src/adapters/files/path-guard';
import type { ChangeOrigin } from '../../../src/core/contracts/file-changes';
import type { ChangeRecorder } from '../../../src/core/ports/file-changes';
import type { Workspace } from '../../../src/core/ports/workspace';
import { createFakeRecorder } from './change-recorder';
import { utf8Codec } from './utf8-codec';

/** A real folder with a workspace and an outside folder next to it. */
export interface TemporaryWorkspace extends Workspace {
  /** Canonical; contains `ws` and `outside`. */
  readonly base: string;
  /** The first root. */
  readonly root: string;
  readonly outside: string;
  readonly guard: PathGuard;
  /** Files as UTF-8, without editors; nothing is recorded. */
  readonly files: DiskFiles;
  /** Lines logged by the adapters. */
  readonly logged: readonly string[];
  /** Writes a file below `base`, creating folders; returns its absolute path. */
  put(relative: string, content: string | Uint8Array): string;
  dispose(): void;
}

export interface TemporaryWorkspaceOptions {
  /** A folder that another process has made; a new one if undefined. */
  readonly base?: string;
  readonly trusted?: boolean;
  /** Open folders below `base`; by default `ws`. */
  readonly roots?: readonly string[];
  readonly caseSensitive?: boolean;
  readonly denyRead?: readonly string[];
  readonly askRead?: readonly string[];
  readonly allowRead?: readonly string[];
  /** Folders instead of the open ones; `{base}` is replaced by the base folder. */
  readonly allowedPaths?: readonly string[];
  readonly commandPaths?: readonly string[];
  /** Folders below `base` with our own files. */
  readonly ownFolders?: readonly string[];
  /** Those with our database and logs. */
  readonly storage?: readonly string[];
  readonly openFolder?: FolderOpener;
  readonly recorder?: ChangeRecorder;
}

export function createTemporaryWorkspace(
  options: TemporaryWorkspaceOptions = {},
): TemporaryWorkspace {
  const base = options.base ?? realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-files-')));
  const root = path.join(base, 'ws');
  const outside = path.join(base, 'outside');
  mkdirSync(root, { recursive: true });
  mkdirSync(outside, { recursive: true });
  const { storage = [] } = options;
  const workspace: Workspace = {
    roots: () => (options.roots ?? ['ws']).map((name) => path.join(base, name)),
    ownFolders: () =>
      [...(options.ownFolders ?? []), ...storage].map((name) => path.join(base, name)),
    storageFolders: () => storage.map((name) => path.join(base, name)),
    isTrusted: () => options.trusted ?? true,
    caseSensitive: () => options.caseSensitive ?? true,
    separator: () => '/',
  };
  const logged: string[] = [];
  const filled = (paths: readonly string[] = []): readonly string[] =>
    paths.map((one) => one.replace('{base}', base));
  const log = (line: string): void => void logged.push(line);
  const guard = new PathGuard({
    workspace,
    readLists: {
      deny: () => options.denyRead ?? [],
      ask: () => options.askRead ?? [],
      allow: () => options.allowRead ?? [],
    },
    allowedPaths: () => filled(options.allowedPaths),
    commandPaths: () => filled(options.commandPaths),
    log,
  });
  const files = new DiskFiles({
    ...{ guard, log, codec: utf8Codec, recorder: options.recorder ?? createFakeRecorder() },
    maxChangeBytes: () => 1024 * 1024,
    ...(options.openFolder !== undefined && { openFolder: options.openFolder }),
  });
  return {
    ...workspace,
    base,
    root,
    outside,
    guard,
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

/** The call that changes files. */
export const by: ChangeOrigin = { sessionId: 'chat', toolCallId: 'call' };

/** A signal that is never aborted. */
export function quietSignal(): AbortSignal {
  return new AbortController().signal;
}
