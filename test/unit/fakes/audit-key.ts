import { failure, fail, succeed, type Result } from '../../../src/core/contracts/failure';
import type { AuditKey } from '../../../src/core/ports/audit-log';

/** A secret store that can be locked and remembers the newest seals. */
export interface FakeAuditKey extends AuditKey {
  /** If true, everything fails. */
  isLocked: boolean;
  /** Number of requests. */
  readonly asked: number;
  readonly seals: Map<string, number>;
}

const locked = failure('execution', 'The secrets are locked.', { suggestion: 'Unlock them.' });

export function createFakeAuditKey(fill = 7): FakeAuditKey {
  const bytes = new Uint8Array(32).fill(fill);
  const seals = new Map<string, number>();
  let asked = 0;
  const key: FakeAuditKey = {
    isLocked: false,
    seals,
    get asked() {
      return asked;
    },
    get: () => answer(bytes),
    newest: (writer) => answer(seals.get(writer) ?? 0),
    remember: (writer, seal) => {
      if (!key.isLocked) seals.set(writer, seal);
      return answer(undefined);
    },
  };
  function answer<T>(value: T): Promise<Result<T>> {
    asked += 1;
    return Promise.resolve(key.isLocked ? fail(locked) : succeed(value));
  }
  return key;
}
