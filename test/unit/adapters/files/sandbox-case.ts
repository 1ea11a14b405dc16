import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { ErrorCode } from '../../../../src/core/contracts/failure';
import type {
  TemporaryWorkspace,
  TemporaryWorkspaceOptions,
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
