import { open } from 'node:fs/promises';
import path from 'node:path';
import { ChangeLog } from '../../../src/adapters/file-history/change-log';
import { systemClock } from '../../../src/adapters/system/clock';
import { nodeDisk } from '../../../src/adapters/system/node-disk';
import { systemProcesses } from '../../../src/adapters/system/processes';
import { systemIds } from '../../../src/adapters/system/random';
import type { ChangeRecorder } from '../../../src/core/ports/file-changes';
import type { Files } from '../../../src/core/ports/files';
import { EditorFiles } from '../../../src/host/files/editor-files';
import { openWorkspace } from '../guarded-workspace';
import { createFakeDocuments } from '../../unit/fakes/open-documents';
import { entryOf, must, openStore, textOf, type StorePlace } from './open-store';

export interface WriteMeasure extends StorePlace {
  /** Ours: guard, history and audit. Bare: a copy, the file and a line, each written and flushed. */
  readonly writer: 'ours' | 'bare';
  readonly bytes: number;
  readonly calls: number;
}

type Write = (text: string, count: number) => Promise<void>;

/** Microseconds of each overwriting of one file; the first ones are not counted. */
export async function measureWrites(options: WriteMeasure): Promise<readonly number[]> {
  const file = path.join(options.folder, 'file.ts');
  const { write, close } = await (options.writer === 'ours'
    ? openOurs(options, file)
    : openBare(options, file));
  const warm = Math.ceil(options.calls / 10);
  const times: number[] = [];
  for (let count = -warm; count < options.calls; count += 1) {
    const text = textOf(options.bytes, count);
    const began = performance.now();
    await write(text, count);
    if (count >= 0) times.push((performance.now() - began) * 1000);
  }
  await close();
  return times;
}

interface Writer {
  readonly write: Write;
  readonly close: () => Promise<void>;
}

function openOurs(options: WriteMeasure, file: string): Writer {
  const store = openStore({ ...options, folder: path.join(options.folder, 'store') });
  const { files, changes } = recordedFiles(options.folder);
  const { signal } = new AbortController();
  return {
    write: async (text, count) => {
      const by = { sessionId: 'chat', toolCallId: `call-${String(count)}` };
      must(await files.write(file, text, { by, signal, expect: { any: true } }));
      must(await store.audit.append(entryOf(count, file)));
    },
    close: async () => {
      await changes.close();
      await store.close();
    },
  };
}

function recordedFiles(folder: string): { files: Files; changes: ChangeLog } {
  const { guard } = openWorkspace(folder);
  const maxBytes = 1024 * 1024 * 1024;
  const recorder: ChangeRecorder = {
    begin: (by, places) => changes.begin(by, places),
    beginMove: (by, move) => changes.beginMove(by, move),
  };
  const files = new EditorFiles({
    ...{ guard, recorder, documents: createFakeDocuments() },
    maxChangeBytes: () => maxBytes,
    offerSave: () => undefined,
    log: () => undefined,
  });
  const changes = new ChangeLog({
    shared: {
      disk: nodeDisk,
      folder: path.join(folder, 'changes'),
      processes: systemProcesses,
    },
    limits: { maxBytes: () => maxBytes, maxFileBytes: maxBytes, retentionDays: () => 30 },
    places: files,
    show: (shown) => shown,
    clock: systemClock,
    ids: systemIds,
    problems: { warn: fails, report: fails },
  });
  return { files, changes };
}

/** What is not recorded would be cheap. */
function fails(problem: unknown): never {
  throw new Error('The change was not recorded.', { cause: problem });
}

async function openBare({ folder, bytes }: WriteMeasure, file: string): Promise<Writer> {
  const lines = await open(path.join(folder, 'lines'), 'a');
  let before = textOf(bytes, -1);
  return {
    write: async (text, count) => {
      await writeFlushed(path.join(folder, `copy-${String(count)}`), before);
      await writeFlushed(file, text);
      await lines.appendFile(`${JSON.stringify(entryOf(count, file))}\n`);
      await lines.sync();
      before = text;
    },
    close: () => lines.close(),
  };
}

async function writeFlushed(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w');
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
}
