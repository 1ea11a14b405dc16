import { randomUUID } from 'node:crypto';
import type {
  RequestContext,
  RequestName,
  StoreRequests,
} from '../../../src/adapters/store/channel/protocol';
import { inProcessWorker } from './in-process-worker';
import type { TemporaryAudit } from './temporary-audit';
import { openSqlJs } from './temporary-store';

export interface LogWorker {
  ask<N extends RequestName>(name: N, request: StoreRequests[N][0]): Promise<StoreRequests[N][1]>;
  close(): Promise<void>;
}

/** The databases of a log that another window writes. */
export function workerOfLog(log: TemporaryAudit, role: 'main' | 'second' = 'main'): LogWorker {
  const folder = { folder: log.folder, role, token: randomUUID() };
  const worker = inProcessWorker(openSqlJs)(folder, {
    isHeld: () => true,
    live: () => Promise.resolve([]),
    report: (text, dropped) => log.problems.report(text, dropped),
  });
  const nothing = { name: 'of nobody', end: 0 };
  return {
    ask: (name, request) => {
      const context: RequestContext = {
        now: log.clock.now(),
        ...{ journal: nothing, audit: nothing, maxBytes: Infinity },
        retention: { outputs: 0, chats: 0, summaries: 0 },
      };
      return worker.ask(name, request, context);
    },
    close: () => worker.close(),
  };
}
