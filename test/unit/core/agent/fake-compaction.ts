import type { SummaryRecord } from '../../../../src/core/contracts/chats/conversation';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type {
  Compaction,
  CompactionRegistry,
  SummaryLog,
} from '../../../../src/core/ports/conversations';

type Compress = Parameters<CompactionRegistry['register']>[1];

/** A registry that lists its entries and calls them as the tool would. */
export function createFakeCompactions() {
  const registered = new Map<string, Compress>();
  const registry: CompactionRegistry & Compaction = {
    register: (sessionId, compress) => {
      registered.set(sessionId, compress);
      return { dispose: () => void registered.delete(sessionId) };
    },
    compress: (sessionId, signal) =>
      registered.get(sessionId)?.(signal) ??
      Promise.resolve(fail(failure('unavailable', 'This chat is not registered.'))),
  };
  return { ...registry, sessions: (): readonly string[] => [...registered.keys()] };
}

export function createFakeSummaries(): SummaryLog & { readonly records: readonly SummaryRecord[] } {
  const records: SummaryRecord[] = [];
  return {
    records,
    add: (record) => {
      records.push(record);
      return Promise.resolve(succeed(undefined));
    },
  };
}
