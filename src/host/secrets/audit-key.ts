import { createHash, randomBytes } from 'node:crypto';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { AuditKey } from '../../core/ports/audit-log';
import type { Clock } from '../../core/ports/system';
import type { SecretStore } from './api-keys';
import { withTimeout } from '../../core/base/async';

const name = 'gatehouse.auditKey';
const keyBytes = 32;
/**
 * Milliseconds. VS Code answers no extension host whose window is gone; one that waits for it would
 * keep its place in the storage, and what others delete.
 */
const answerMs = 5000;

const unreadable = failure('execution', "VS Code's secret storage could not be opened.", {
  suggestion:
    'Unlock the system keyring and reload the window. Until then, the audit log is written without a seal.',
});

/**
 * The key of the audit log's seals, created with its first use and stored only in VS Code's
 * SecretStorage (decision secret-places); next to it, the numbers of the newest seals in `folder`.
 * Fails when the store does not open, or does not answer in `answerMs`. Read again at each use: of
 * two keys created at once, the one that was kept is used from the next seal on.
 */
export function createAuditKey(
  secrets: Pick<SecretStore, 'get' | 'store'>,
  folder: string,
  clock: Clock,
): AuditKey {
  const guard = <T>(ask: () => Promise<Result<T>>) => guarded(ask, clock);
  const place = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const sealName = (writer: string) => `gatehouse.auditSeal.${place}.${writer}`;
  return {
    get: () =>
      guard(async () => {
        const stored = decode(await secrets.get(name));
        if (stored !== undefined) return succeed(stored);
        await secrets.store(name, randomBytes(keyBytes).toString('base64'));
        // Two windows that create a key at once both use the stored one.
        const kept = decode(await secrets.get(name));
        return kept === undefined ? fail(unreadable) : succeed(kept);
      }),
    newest: (writer) =>
      guard(async () => {
        const stored = Number(await secrets.get(sealName(writer)));
        return succeed(Number.isSafeInteger(stored) && stored > 0 ? stored : 0);
      }),
    remember: (writer, seal) =>
      guard(async () => {
        await secrets.store(sealName(writer), String(seal));
        return succeed(undefined);
      }),
  };
}

async function guarded<T>(ask: () => Promise<Result<T>>, clock: Clock): Promise<Result<T>> {
  try {
    const answer = await withTimeout(ask(), answerMs, clock);
    return answer?.value ?? fail(unreadable);
  } catch {
    // The store's own message may contain more than may be shown.
    return fail(unreadable);
  }
}

/** Undefined for anything but a key. */
function decode(text: string | undefined): Uint8Array | undefined {
  const bytes = Buffer.from(text ?? '', 'base64');
  return bytes.length === keyBytes ? bytes : undefined;
}
