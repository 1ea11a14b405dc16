import { randomUUID } from 'node:crypto';
import { rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ChangeLog } from '../../../../src/adapters/file-history/change-log';
import { nodeDisk } from '../../../../src/adapters/system/node-disk';
import { stampOf } from '../../../../src/adapters/files/scan-file';
import { createFakeClock } from '../../fakes/clock';
import { fakeProcesses } from '../../fakes/processes';
import { NodeSnapshots } from '../../../../src/adapters/file-history/command/snapshots';
import type { PathStates } from '../../../../src/core/ports/file-changes';
import { createTemporaryWorkspace, quietSignal } from '../../fakes/temporary-workspace';
import { createMemoryPlaces } from './memory-places';

/** The content of a file after so many changes; long, so that a partial write shows. */
export function contentOf(name: string, count: number): string {
  return `${name} ${String(count)}\n`.repeat(2000);
}

/** The changes of a folder on the real disk. */
export function openChanges(folder: string, pid: number, places: PathStates) {
  return new ChangeLog({
    shared: {
      disk: nodeDisk,
      folder,
      processes: fakeProcesses({ pid, isAlive: () => false }),
    },
    limits: {
      maxBytes: () => 1024 * 1024 * 1024,
      maxFileBytes: 10 * 1024 * 1024,
      retentionDays: () => 7,
    },
    places,
    show: (place) => place,
    clock: createFakeClock(Date.now()),
    ids: { uuid: randomUUID },
    problems: {
      report: (error) => {
        throw error;
      },
      warn: (line) => {
        throw new Error(line);
      },
    },
  });
}

/** Changes a file without end and prints how often a change had begun, each when it was on disk. */
export async function runRecorder(folder: string, sessionId: string): Promise<void> {
  const places = createMemoryPlaces();
  const changes = openChanges(folder, process.pid, places);
  for (let count = 0; ; count += 1) {
    const by = { sessionId, toolCallId: `call-${String(count)}` };
    places.write('/ws/a.txt', contentOf(sessionId, count));
    const before = places.imageNow('/ws/a.txt', true);
    const after = Buffer.from(contentOf(sessionId, count + 1));
    const intended = { kind: 'file', stamp: stampOf(after), size: after.length, mode: 0 } as const;
    const open = await changes.begin(by, [{ path: '/ws/a.txt', before, intended }]);
    if (open.notes.length > 0) throw new Error(open.notes[0]);
    writeSync(1, `${String(count)} ${stampOf(Buffer.from(contentOf(sessionId, count)))}\n`);
    places.write('/ws/a.txt', contentOf(sessionId, count + 1));
    await open.end([{ path: '/ws/a.txt', after: places.imageNow('/ws/a.txt') }]);
  }
}

/** The files of a workspace after so many commands. */
export function filesAfter(count: number): Readonly<Record<string, string>> {
  return { 'a.txt': contentOf('a', count), [`made-${String(count)}/x.txt`]: 'x' };
}

/** Runs commands without end and prints the number of each, when its end was acknowledged. */
export async function runCommands(folder: string, base: string): Promise<void> {
  const workspace = createTemporaryWorkspace({ base });
  const { root } = workspace;
  const changes = openChanges(folder, process.pid, workspace.files);
  const edits = { mark: () => 0, since: () => [], dirty: () => [] };
  const snapshots = new NodeSnapshots({ changes, workspace, edits });
  const limits = { scope: [], maxBytes: 0, maxEntries: 1000, skip: [] };
  const reading = { text: '', state: 'unread', doubts: [], blocked: [], parts: [] } as const;
  const resolved = { ok: true, value: { asked: root, real: root, exists: true, root } } as const;
  const cwd = { given: root, resolved };
  const none = { reads: [], writes: [], removes: [], below: [], isBelowKnown: true, named: [] };
  const paths = { ...none, roots: [root], cwd };
  for (let count = 0; ; count += 1) {
    const by = { sessionId: 'chat', toolCallId: `call-${String(count)}` };
    const request = { by, reading, paths, limits, signal: quietSignal() };
    const taken = await snapshots.take(request);
    if (!taken.ok || taken.value === undefined) throw new Error('nothing was copied');
    rmSync(path.join(root, `made-${String(count)}`), { recursive: true, force: true });
    for (const [name, text] of Object.entries(filesAfter(count + 1))) {
      workspace.put(path.join('ws', name), text);
    }
    const end = await taken.value.ended({ rollBack: false });
    if (end.state !== 'kept' || end.notes.length > 0) throw new Error(JSON.stringify(end));
    writeSync(1, `${String(count + 1)}\n`);
  }
}
