import { Worker } from 'node:worker_threads';
import { Peer, type Message, type ToWindow, type ToWorker } from './peer';
import type {
  RequestContext,
  RequestName,
  StoreRequests,
  StoreWorker,
  WorkerEvents,
  WorkerFolder,
} from './protocol';

export interface ThreadFiles {
  /** The bundle of `src/store-worker.ts`. */
  readonly program: string;
  readonly wasm: string;
}

interface Running {
  readonly worker: Worker;
  readonly peer: Peer<ToWorker, ToWindow>;
}

/**
 * The thread in which databases are opened, queried and written, for all folders of this window. It
 * starts with the first request, and again if it ends: what it holds is in the files.
 */
export class WorkerThread {
  private running: Running | undefined;
  private readonly events = new Map<number, WorkerEvents>();
  private lastId = 0;

  constructor(private readonly files: ThreadFiles) {}

  open(folder: WorkerFolder, events: WorkerEvents): StoreWorker {
    this.lastId += 1;
    const id = this.lastId;
    this.events.set(id, events);
    return {
      ask: <N extends RequestName>(
        request: N,
        value: StoreRequests[N][0],
        context: RequestContext,
      ): Promise<StoreRequests[N][1]> =>
        this.request<N>({ name: 'ask', id, folder, request, value, context }),
      close: () => this.close(id),
    };
  }

  private request<N extends RequestName>(ask: ToWorker): Promise<StoreRequests[N][1]>;
  private async request(ask: ToWorker): Promise<unknown> {
    this.running ??= this.start();
    return this.send(this.running, ask);
  }

  private async close(id: number): Promise<void> {
    const { running } = this;
    if (running !== undefined) await this.send(running, { name: 'close', id });
    this.events.delete(id);
    if (this.events.size > 0 || running === undefined) return;
    this.running = undefined;
    await running.worker.terminate();
  }

  /** The process does not wait for an idle thread. */
  private async send({ worker, peer }: Running, ask: ToWorker): Promise<unknown> {
    worker.ref();
    try {
      return await peer.ask(ask);
    } finally {
      if (peer.isIdle()) worker.unref();
    }
  }

  private start(): Running {
    const worker = new Worker(this.files.program, { workerData: this.files.wasm });
    const peer = new Peer<ToWorker, ToWindow>(
      (message) => worker.postMessage(message),
      (ask) => this.answer(ask),
    );
    const running = { worker, peer };
    const end = (error: Error): void => {
      peer.fail(error);
      if (this.running === running) this.running = undefined;
    };
    worker.on('message', (message: Message<ToWindow>) => peer.receive(message));
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The thread of the database has ended.')));
    return running;
  }

  private answer(ask: ToWindow): unknown {
    const events = this.events.get(ask.id);
    switch (ask.name) {
      case 'isHeld':
        return events?.isHeld() ?? false;
      case 'live':
        return events?.live() ?? [];
      case 'report':
        return events?.report(ask.text, ask.dropped);
    }
  }
}
