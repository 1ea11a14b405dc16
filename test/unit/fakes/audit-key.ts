import { failure, fail, succeed, type Result } from '../../../src/core/contracts/failure';
import type { AuditKey, SealedLog } from '../../../src/core/ports/audit-log';

/** Secrets in memory that can be locked. */
export interface FakeAuditKey extends AuditKey {
  /** If true, everything fails. */
  isLocked: boolean;
  /** Number of requests. */
  readonly asked: number;
  readonly bytes: Uint8Array;
  readonly logs: Map<string, SealedLog>;
}

const locked = failure('execution', 'The secrets are locked.', { suggestion: 'Unlock them.' });

export function createFakeAuditKey(fill = 7): FakeAuditKey {
  const bytes = new Uint8Array(32).fill(fill);
  const logs = new Map<string, SealedLog>();
  let asked = 0;
  const key: FakeAuditKey = {
    isLocked: false,
    bytes,
    logs,
    get asked() {
      return asked;
    },
    get: () => answer(bytes),
    sealedLog: (writer) => answer(logs.get(writer)),
    remember: (writer, sealed) => {
      if (!key.isLocked) logs.set(writer, sealed);
      return answer(undefined);
    },
    highestSlot: () => answer(Math.max(0, ...[...logs.keys()].map((one) => Number(one) || 0))),
  };
  function answer<T>(value: T): Promise<Result<T>> {
    asked += 1;
    return Promise.resolve(key.isLocked ? fail(locked) : succeed(value));
  }
  return key;
}
