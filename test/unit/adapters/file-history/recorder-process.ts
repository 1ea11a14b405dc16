import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { ChangeLog } from '../../../../src/adapters/file-history/change-log';
import { nodeDisk } from '../../../../src/adapters/system/node-disk';
import { copyName } from '../../../../src/adapters/file-history/record/file-copies';
import { createFakeClock } from '../../fakes/clock';
import { fakeProcesses } from '../../fakes/processes';
import { createMemoryPlaces, type MemoryPlaces } from './memory-places';

/** The content of a file after so many changes; long, so that a partial write shows. */
export function contentOf(name: string, count: number): string {
  return `${name} ${String(count)}\n`.repeat(2000);
}

/** The changes of a folder on the real disk; the workspace itself is in memory. */
export function openChanges(folder: string, pid: number, places: MemoryPlaces) {
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
    const open = await changes.begin(by, [{ path: '/ws/a.txt', before }]);
    if (open.notes.length > 0) throw new Error(open.notes[0]);
    writeSync(1, `${String(count)} ${copyName(Buffer.from(contentOf(sessionId, count)))}\n`);
    places.write('/ws/a.txt', contentOf(sessionId, count + 1));
    await open.end([{ path: '/ws/a.txt', after: places.imageNow('/ws/a.txt') }]);
  }
}
