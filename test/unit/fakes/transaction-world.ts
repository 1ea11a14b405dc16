import { diskGlobs } from '../../../src/adapters/search/expand-glob';
import { limitedIn } from './limited-files';
import { defaultSnapshotSkip } from '../../../src/core/contracts/settings/defaults';
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { ChangeLog } from '../../../src/adapters/file-history/change-log';
import type { ChangeLogLimits } from '../../../src/adapters/file-history/record/open-chats';
import { NodeSnapshots } from '../../../src/adapters/file-history/command/snapshots';
import { nodeDisk } from '../../../src/adapters/system/node-disk';
import type { Disk } from '../../../src/adapters/system/disk';
import type {
  CallUndone,
  ChangeOrigin,
  UndoFailure,
} from '../../../src/core/contracts/file-changes';
import type { CallSubject } from '../../../src/core/contracts/calls/call';
import type { Result } from '../../../src/core/contracts/failure';
import { resolveSubject } from '../../../src/core/pipeline/gate-input';
import type {
  UserEdits,
  Snapshot,
  SnapshotEnd,
  SnapshotRequest,
} from '../../../src/core/ports/snapshots';
import { createFakeClock } from './clock';
import { createFakeIds } from './ids';
import { fakeProcesses } from './processes';
import { realReader } from './real-reader';
import {
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from './temporary-workspace';

/** What a request does not take from the defaults of a test. */
type MoreOfRequest = Partial<
  SnapshotRequest['limits'] & Pick<SnapshotRequest, 'reading' | 'signal'>
>;

/** A real workspace in which real commands run, with the records of their changes next to it. */
export interface TransactionWorld {
  readonly workspace: TemporaryWorkspace;
  readonly changes: ChangeLog;
  /** The folder of the records and copies of all windows. */
  readonly area: string;
  readonly edits: FakeEdits;
  readonly reported: readonly unknown[];
  take(command: string, more?: MoreOfRequest): Promise<Result<Snapshot | undefined>>;
  /** The copies that the call of a foreign tool needs, which names these paths. */
  takeNamed(
    names: readonly string[],
    more?: MoreOfRequest,
  ): Promise<{ readonly by: ChangeOrigin; readonly taken: Result<Snapshot | undefined> }>;
  /** Makes the copies that a command needs and runs it with bash, whatever its exit code. */
  run(command: string, more?: MoreOfRequest): Promise<CommandRun>;
  /** Another window, after the death of all others. */
  nextWindow(): ChangeLog;
  dispose(): Promise<void>;
}

export interface CommandRun extends Snapshot {
  readonly by: ChangeOrigin;
  /** What the button "Undo" of its card does. */
  undo(): Promise<Result<CallUndone, UndoFailure>>;
}

/** Edits of the user, as set by tests. */
export interface FakeEdits extends UserEdits {
  readonly saved: string[];
  readonly unsaved: string[];
}

export interface TransactionOptions {
  readonly disk?: Disk;
  readonly workspace?: TemporaryWorkspace;
  readonly limits?: Partial<ChangeLogLimits>;
}

export function createTransactionWorld(options: TransactionOptions = {}): TransactionWorld {
  const workspace = options.workspace ?? createTemporaryWorkspace();
  const area = path.join(workspace.base, 'storage', 'changes');
  const edits = fakeEdits();
  const reported: unknown[] = [];
  const clock = createFakeClock(Date.now());
  const ids = createFakeIds();
  let pid = 0;
  const open = (disk: Disk): ChangeLog => {
    pid += 1;
    return new ChangeLog({
      shared: {
        disk,
        folder: area,
        processes: fakeProcesses({ pid, isAlive: (each) => each === pid }),
      },
      limits: {
        maxBytes: () => 1_000_000,
        maxFileBytes: 100_000,
        retentionDays: () => 7,
        ...options.limits,
      },
      places: workspace.files,
      show: (place) => workspace.guard.show(place),
      ...{ clock, ids },
      problems: {
        report: (error) => void reported.push(error),
        warn: (line) => void reported.push(line),
      },
    });
  };
  const changes = open(options.disk ?? nodeDisk);
  const snapshots = new NodeSnapshots({ changes, workspace, edits });
  let calls = 0;
  const takeFor = async (subject: CallSubject, more: MoreOfRequest = {}) => {
    const { files } = workspace;
    const environment = {
      files,
      limited: limitedIn(files),
      globs: diskGlobs,
      workspace,
      shell: realReader,
    };
    const { paths, reading: read } = await resolveSubject(subject, environment, createFakeClock());
    calls += 1;
    const by = { sessionId: 'chat', toolCallId: `call-${String(calls)}` };
    const limits = { scope: ['**'], maxBytes: 0, maxEntries: 60, skip: defaultSnapshotSkip };
    const { signal = quietSignal(), reading = read, ...own } = more;
    const request = { by, reading, paths, limits: { ...limits, ...own }, signal };
    return { by, taken: await snapshots.take(request) };
  };
  const take: TransactionWorld['take'] = async (command, more) =>
    (await takeFor({ text: command, command, reads: [], writes: [] }, more)).taken;
  return {
    workspace,
    changes,
    area,
    edits,
    reported,
    take,
    takeNamed: (names, more) => {
      const mentions = names.map((text) => ({ text, isPath: true }));
      return takeFor({ text: '', reads: [], writes: [], mentions }, more);
    },
    run: async (command, more) => {
      const taken = await take(command, more);
      const by = { sessionId: 'chat', toolCallId: `call-${String(calls)}` };
      if (!taken.ok) throw new Error(taken.failure.message);
      const { value } = taken;
      if (value === undefined) throw new Error(`Nothing was copied for ${command}`);
      runBash(command, workspace.root);
      return {
        by,
        ended: (end) => value.ended(end),
        undo: () => changes.undoCall(by, quietSignal()),
      };
    },
    nextWindow: () => open(nodeDisk),
    dispose: async () => {
      await changes.close();
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
export function rolledBack(end: SnapshotEnd) {
  if (end.state === 'rolled-back') return end;
  throw new Error(`Not rolled back: ${JSON.stringify(end)}`);
}

/** The report of an undo that must have happened. */
export function undone(done: Result<CallUndone, UndoFailure>): CallUndone {
  if (done.ok) return done.value;
  throw new Error(`Not undone: ${done.failure.message}`);
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
