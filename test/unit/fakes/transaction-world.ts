import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import {
  NodeSnapshots,
  type SnapshotsDeps,
  type WindowSnapshots,
} from '../../../src/adapters/file-history/command/snapshots';
import { nodeDisk } from '../../../src/adapters/system/node-disk';
import type { Disk } from '../../../src/adapters/system/disk';
import type { Result } from '../../../src/core/contracts/failure';
import { resolveSubject } from '../../../src/core/pipeline/gate-input';
import type {
  UserEdits,
  RollbackDone,
  RollbackQuestion,
  Snapshot,
  SnapshotEnd,
  SnapshotRequest,
} from '../../../src/core/ports/snapshots';
import { createFakeClock } from './clock';
import { fakeProcesses } from './processes';
import { realReader } from './real-reader';
import {
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from './temporary-workspace';

/** A real workspace in which real commands run, with their copies next to it. */
export interface TransactionWorld {
  readonly workspace: TemporaryWorkspace;
  readonly snapshots: WindowSnapshots;
  /** The folder of the copies of all windows. */
  readonly area: string;
  readonly edits: FakeEdits;
  /** Notices of failed rollbacks. */
  readonly brokenOff: readonly { readonly message: string; readonly folder: string }[];
  readonly reported: readonly unknown[];
  take(command: string, more?: Partial<SnapshotRequest>): Promise<Result<Snapshot | undefined>>;
  /** Makes the copies that a command needs and runs it with bash, whatever its exit code. */
  run(command: string, more?: Partial<SnapshotRequest>): Promise<Snapshot>;
  dispose(): Promise<void>;
}

/** Edits of the user, as set by tests. */
export interface FakeEdits extends UserEdits {
  readonly saved: string[];
  readonly unsaved: string[];
}

export interface TransactionOptions {
  readonly disk?: Disk;
  readonly workspace?: TemporaryWorkspace;
}

export function createTransactionWorld(options: TransactionOptions = {}): TransactionWorld {
  const workspace = options.workspace ?? createTemporaryWorkspace();
  const area = path.join(workspace.base, 'storage', 'snapshots');
  const edits = fakeEdits();
  const brokenOff: { message: string; folder: string }[] = [];
  const reported: unknown[] = [];
  const deps: SnapshotsDeps = {
    shared: {
      disk: options.disk ?? nodeDisk,
      folder: area,
      processes: fakeProcesses({ pid: process.pid, isAlive: () => true }),
    },
    workspace,
    edits,
    clock: createFakeClock(Date.now()),
    maxEntries: 60,
    onBrokenOff: (message, folder) => void brokenOff.push({ message, folder }),
    report: (error) => void reported.push(error),
  };
  const snapshots = new NodeSnapshots(deps);
  const take: TransactionWorld['take'] = async (command, more = {}) => {
    const subject = { text: command, command, reads: [], writes: [] };
    const clock = createFakeClock();
    const { files } = workspace;
    const environment = { files, workspace, shell: realReader };
    const { paths, reading } = await resolveSubject(subject, environment, clock);
    if (reading === undefined) throw new Error('A command has a reading.');
    const request = { reading, paths, scope: ['**'], maxBytes: 0, signal: quietSignal() };
    return snapshots.take({ ...request, ...more });
  };
  return {
    workspace,
    snapshots,
    area,
    edits,
    brokenOff,
    reported,
    take,
    run: async (command, more) => {
      const taken = await take(command, more);
      if (!taken.ok) throw new Error(taken.failure.message);
      if (taken.value === undefined) throw new Error(`Nothing was copied for ${command}`);
      runBash(command, workspace.root);
      return taken.value;
    },
    dispose: async () => {
      await snapshots.close();
      workspace.dispose();
    },
  };
}

function fakeEdits(): FakeEdits {
  const saved: string[] = [];
  const unsaved: string[] = [];
  return {
    saved,
    unsaved,
    mark: () => saved.length,
    since: (mark) => saved.slice(mark),
    dirty: () => unsaved,
  };
}

/** Ignores the exit code. */
export function runBash(command: string, cwd: string): void {
  const env = {
    PATH: process.env['PATH'],
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  execFileSync('bash', ['--noprofile', '--norc', '-c', `${command}\n:`], {
    cwd,
    env,
    stdio: 'ignore',
  });
}

/** Everything below a folder: kind, mode and content or target, by path. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (at: string, name: string): void => {
    const stats = lstatSync(at);
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) found[name] = `-> ${readlinkSync(at)}`;
    else if (stats.isFile()) found[name] = `${mode} ${readFileSync(at, 'utf8')}`;
    else if (stats.isDirectory()) {
      found[`${name}/`] = mode;
      for (const child of readdirSync(at).sort()) visit(path.join(at, child), `${name}/${child}`);
    }
  };
  visit(folder, '.');
  return found;
}

/** The report of a rollback that must have happened. */
export function rolledBack(end: SnapshotEnd | RollbackDone | { readonly state: 'declined' }) {
  if (end.state === 'rolled-back') return end;
  throw new Error(`Not rolled back: ${JSON.stringify(end)}`);
}

/** A user who confirms everything, and the questions asked. */
export function yes(asked: RollbackQuestion[] = []) {
  return (question: RollbackQuestion): Promise<boolean> => {
    asked.push(question);
    return Promise.resolve(true);
  };
}

/** The files at the start of tests. */
export function fillWorkspace(workspace: TemporaryWorkspace): void {
  const { root } = workspace;
  workspace.put('ws/a.txt', 'alpha\n');
  workspace.put('ws/b.txt', 'beta\n');
  workspace.put('ws/src/one.ts', 'export const one = 1;\n');
  workspace.put('ws/src/deep/two.ts', 'export const two = 2;\n');
  workspace.put('ws/run.sh', '#!/bin/sh\n');
  chmodSync(path.join(root, 'run.sh'), 0o755);
  chmodSync(path.join(root, 'b.txt'), 0o640);
  mkdirSync(path.join(root, 'empty'));
}
