import { parentPort, workerData } from 'node:worker_threads';
import { FolderEngine } from './adapters/store/worker/folder-engine';
import { Peer, type Message, type ToWindow, type ToWorker } from './adapters/store/channel/peer';
import type { WorkerEvents } from './adapters/store/channel/protocol';
import { loadSqlJs } from './adapters/store/sql-js';
import { nodeDisk } from './adapters/system/node-disk';
import { loadOnce } from './core/base/async';

/** The worker thread of the store: the databases of several folders. */
function serve(port: NonNullable<typeof parentPort>, wasmFile: string): void {
  const engines = new Map<number, FolderEngine>();
  const openDatabase = loadOnce(() => loadSqlJs(wasmFile));
  const peer: Peer<ToWindow, ToWorker> = new Peer(
    (message) => port.postMessage(message),
    async (ask) => {
      const { id } = ask;
      switch (ask.name) {
        case 'ask': {
          const deps = { disk: nodeDisk, openDatabase };
          const engine = engines.get(id) ?? new FolderEngine(deps, ask.folder, eventsOf(id));
          engines.set(id, engine);
          return engine.answer(ask.request, ask.value, ask.context);
        }
        case 'close':
          await engines.get(id)?.close();
          engines.delete(id);
          return undefined;
      }
    },
  );
  const eventsOf = (id: number): WorkerEvents => ({
    isHeld: async () => (await peer.ask({ name: 'isHeld', id })) === true,
    live: async () => toStrings(await peer.ask({ name: 'live', id })),
    report: (text, dropped = 0) => void peer.ask({ name: 'report', id, text, dropped }),
  });
  port.on('message', (message: Message<ToWorker>) => peer.receive(message));
}

function toStrings(value: unknown): readonly string[] {
  return Array.isArray(value) ? Array.from<unknown>(value).map(String) : [];
}

if (parentPort !== null) serve(parentPort, String(workerData));
