import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { DiskFiles } from '../../../../src/adapters/files/disk-files';
import type { ErrorCategory, ErrorCode, Result } from '../../../../src/core/contracts/failure';
import {
  quietSignal,
  type TemporaryWorkspace,
  type TemporaryWorkspaceOptions,
} from '../../fakes/temporary-workspace';

/** One path and what the guard must say of it, by resolve, read and write. */
export interface SandboxCase {
  readonly name: string;
  readonly prepare?: (ws: TemporaryWorkspace) => void;
  readonly options?: TemporaryWorkspaceOptions;
  readonly path: string | ((ws: TemporaryWorkspace) => string);
  /** What `resolve` answers: a code, or where the path really lies below the base folder. */
  readonly resolve: ErrorCode | { readonly real: string };
  /** What `read` answers; the same as `resolve` when left out. */
  readonly read?: ErrorCode | 'ok';
  /** What `write` answers; the same as `resolve` when left out. */
  readonly write?: ErrorCode | 'ok';
}

/** What an operation with a path may do to the tree, and what it answers. */
export interface ChangeCase {
  readonly name: string;
  readonly prepare?: (ws: TemporaryWorkspace) => void;
  readonly options?: TemporaryWorkspaceOptions;
  readonly run: (disk: DiskFiles, ws: TemporaryWorkspace) => Promise<Result<unknown>>;
  readonly wanted: ErrorCategory | 'ok';
  /** Paths below the base folder that are gone afterwards, and that are there. */
  readonly gone?: readonly string[];
  readonly there?: readonly string[];
}

type Prepare = (ws: TemporaryWorkspace) => void;

/** Puts a link below the base folder. */
export function link(at: string, target: string | ((ws: TemporaryWorkspace) => string)): Prepare {
  return (ws) => {
    const file = path.join(ws.base, at);
    mkdirSync(path.dirname(file), { recursive: true });
    symlinkSync(typeof target === 'string' ? target : target(ws), file);
  };
}

export function all(...steps: readonly Prepare[]): Prepare {
  return (ws) => {
    for (const step of steps) step(ws);
  };
}

/** The operations on one path, and on two, each with a signal that nobody aborts. */
export const remove = (path: string) => (disk: DiskFiles) => disk.remove(path, { signal });
export const createFolder = (path: string) => (disk: DiskFiles) =>
  disk.createFolder(path, { signal });
export const write = (path: string) => (disk: DiskFiles) =>
  disk.write(path, Buffer.from('new'), { expect: { any: true }, signal });
export const move = (from: string, to: string) => (disk: DiskFiles) =>
  disk.move(from, to, { signal });
export const copy = (from: string, to: string) => (disk: DiskFiles) =>
  disk.copy(from, to, { signal });

const signal = quietSignal();

/** Makes a pipe below the base folder. */
export function pipe(at: string): Prepare {
  return (ws) => void execFileSync('mkfifo', [path.join(ws.base, at)]);
}

/** Writes files below the base folder. */
export function files(...names: readonly string[]): Prepare {
  return (ws) => {
    for (const name of names) ws.put(name, 'inside');
  };
}
