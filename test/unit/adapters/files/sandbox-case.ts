import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { DiskFiles } from '../../../../src/adapters/files/disk-files';
import type { ErrorCategory, ErrorCode, Result } from '../../../../src/core/contracts/failure';
import {
  by,
  quietSignal,
  type TemporaryWorkspace,
  type TemporaryWorkspaceOptions,
} from '../../fakes/temporary-workspace';

/** A path and the guard's answers to resolve, read and write. */
export interface SandboxCase {
  readonly name: string;
  readonly prepare?: (ws: TemporaryWorkspace) => void;
  readonly options?: TemporaryWorkspaceOptions;
  readonly path: string | ((ws: TemporaryWorkspace) => string);
  /** Result of `resolve`: a code, or the real path relative to the base folder. */
  readonly resolve: ErrorCode | { readonly real: string };
  /** Result of `read`; the same as `resolve` if omitted. */
  readonly read?: ErrorCode | 'ok';
  /** Result of `write`; the same as `resolve` if omitted. */
  readonly write?: ErrorCode | 'ok';
}

/** The effect and the result of an operation on a path. */
export interface ChangeCase {
  readonly name: string;
  readonly prepare?: (ws: TemporaryWorkspace) => void;
  readonly options?: TemporaryWorkspaceOptions;
  readonly run: (disk: DiskFiles, ws: TemporaryWorkspace) => Promise<Result<unknown>>;
  readonly wanted: ErrorCategory | 'ok';
  /**
   * Paths relative to the base folder that must be missing afterwards, and those that must exist.
   */
  readonly gone?: readonly string[];
  readonly there?: readonly string[];
}

type Prepare = (ws: TemporaryWorkspace) => void;

/** Creates a link below the base folder. */
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

/** Operations on one path and on two, each with a signal that is never aborted. */
export const remove = (path: string) => (disk: DiskFiles) => disk.remove(path, { by, signal });
export const createFolder = (path: string) => (disk: DiskFiles) =>
  disk.createFolder(path, { by, signal });
export const write = (path: string) => (disk: DiskFiles) =>
  disk.write(path, 'new', { expect: { any: true }, by, signal });
export const move = (from: string, to: string) => (disk: DiskFiles) =>
  disk.move(from, to, { by, signal });
export const copy = (from: string, to: string) => (disk: DiskFiles) =>
  disk.copy(from, to, { by, signal });

const signal = quietSignal();

/** Creates a pipe below the base folder. */
export function pipe(at: string): Prepare {
  return (ws) => void execFileSync('mkfifo', [path.join(ws.base, at)]);
}

/** Writes files below the base folder. */
export function files(...names: readonly string[]): Prepare {
  return (ws) => {
    for (const name of names) ws.put(name, 'inside');
  };
}
