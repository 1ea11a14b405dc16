import path from 'node:path';
import { ChangeLog } from '../../../../src/adapters/file-history/change-log';
import type {
  ChangeLogDeps,
  ChangeLogLimits,
} from '../../../../src/adapters/file-history/record/open-chats';
import type { Disk } from '../../../../src/adapters/system/disk';
import type { ChangedFile, PathState } from '../../../../src/core/contracts/file-changes';
import type { Result } from '../../../../src/core/contracts/failure';
import { createFakeClock, type FakeClock } from '../../fakes/clock';
import { createFakeIds } from '../../fakes/ids';
import { fakeProcesses } from '../../fakes/processes';
import { createMemoryDisk, type MemoryDisk } from './memory-disk';
import { createMemoryPlaces, moveTree, type MemoryPlaces } from './memory-places';

/** A workspace, a chat with recorded changes, and windows that share the records. */
export interface ChangesWorld {
  readonly disk: MemoryDisk;
  readonly places: MemoryPlaces;
  readonly clock: FakeClock;
  readonly reported: unknown[];
  readonly warned: string[];
  /** Ids of live processes. */
  readonly alive: Set<number>;
  window(options?: WindowOptions): ChangeLog;
}

export interface WindowOptions extends Partial<ChangeLogLimits> {
  readonly pid?: number;
  readonly disk?: Disk;
  readonly folder?: string;
  readonly places?: ChangeLogDeps['places'];
}

export const folder = '/storage/changes';
export const chat = 'chat-1';
export const unstopped = new AbortController().signal;

export function createWorld(): ChangesWorld {
  const clock = createFakeClock();
  const disk = createMemoryDisk(() => clock.now());
  const places = createMemoryPlaces();
  const ids = createFakeIds();
  const reported: unknown[] = [];
  const warned: string[] = [];
  const alive = new Set([100]);
  return {
    disk,
    places,
    clock,
    reported,
    warned,
    alive,
    window: (options = {}) => {
      const { pid = 100, maxBytes = () => 1_000_000, maxFileBytes = 100_000 } = options;
      return new ChangeLog({
        shared: {
          disk: options.disk ?? disk,
          folder: options.folder ?? folder,
          processes: fakeProcesses({ pid, isAlive: (each) => alive.has(each) }),
        },
        limits: { maxBytes, maxFileBytes, retentionDays: options.retentionDays ?? (() => 7) },
        places: options.places ?? places,
        show: (place) => path.relative('/ws', place),
        clock,
        ids,
        problems: {
          report: (error) => reported.push(error),
          warn: (line) => warned.push(line),
        },
      });
    },
  };
}

/** Changes the workspace like tools, with a record of each change. Paths are relative to it. */
export function createCaller(
  { places }: Pick<ChangesWorld, 'places'>,
  changes: ChangeLog,
  sessionId = chat,
) {
  const { nodes } = places;
  const at = (name: string) => path.join('/ws', name);
  const by = (toolCallId: string) => ({ sessionId, toolCallId });

  function made(place: string, act: () => void) {
    const now = [...nodes];
    act();
    const intended = places.imageNow(place);
    nodes.clear();
    for (const [each, node] of now) nodes.set(each, node);
    return intended;
  }

  async function change(call: string, touched: readonly string[], act: () => void) {
    const before = touched.map((one) => ({
      path: one,
      before: places.imageNow(one, true),
      intended: made(one, act),
    }));
    const open = await changes.begin(by(call), before);
    act();
    await open.end(touched.map((one) => ({ path: one, after: places.imageNow(one) })));
    return open.notes;
  }

  function missingAbove(place: string): readonly string[] {
    const above = path.dirname(place);
    return nodes.has(above) ? [] : [...missingAbove(above), above];
  }

  const makeAbove = (missing: readonly string[]) => {
    for (const one of missing) nodes.set(one, { kind: 'folder', mode: 0o755 });
  };

  return {
    by,
    write: async (call: string, name: string, text: string) => {
      const missing = missingAbove(at(name));
      return change(call, [...missing, at(name)], () => {
        makeAbove(missing);
        places.write(at(name), text);
      });
    },
    makeFolder: async (call: string, name: string) => {
      const missing = [...missingAbove(at(name)), at(name)];
      return change(call, missing, () => makeAbove(missing));
    },
    remove: async (call: string, name: string) => {
      const all = [at(name), ...places.below(at(name))];
      return change(call, all, () => {
        for (const one of all) nodes.delete(one);
      });
    },
    copy: async (call: string, from: string, to: string) => {
      const all = [at(from), ...places.below(at(from))];
      const made = all.map((one) => at(to) + one.slice(at(from).length));
      const missing = missingAbove(at(to));
      return change(call, [...missing, ...made], () => {
        makeAbove(missing);
        for (const one of all) {
          const node = nodes.get(one);
          if (node !== undefined) nodes.set(at(to) + one.slice(at(from).length), node);
        }
      });
    },
    move: async (call: string, from: string, to: string) => {
      const replaced = places.imageNow(at(to), true);
      const open = await changes.beginMove(by(call), { from: at(from), to: at(to), replaced });
      nodes.delete(at(to));
      moveTree(nodes, at(from), at(to));
      await open.end([{ path: at(to), after: places.imageNow(at(to)) }]);
      return open.notes;
    },
    files: () => changes.files(sessionId).map(brief),
    undoAll: () => changes.undoFiles(sessionId, undefined, unstopped),
    undoCall: (call: string) => changes.undoCall(by(call), unstopped),
  };
}

/** `created a.txt +1 -0`, paths relative to the workspace. */
function brief(file: ChangedFile): string {
  const name = path.relative('/ws', file.path);
  const from = file.movedFrom === undefined ? '' : ` from ${path.relative('/ws', file.movedFrom)}`;
  const counts =
    file.added === undefined ? '' : ` +${String(file.added)} -${String(file.removed ?? 0)}`;
  return `${file.kind} ${name}${file.isFolder ? '/' : ''}${from}${counts}`;
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

export function messageOf(result: Result<unknown>): string {
  if (result.ok) throw new Error('It did not fail.');
  return result.failure.message;
}

export function fileImage(size: number): PathState {
  return { kind: 'file', stamp: `large-${String(size)}`, size, mode: 0o644 };
}
