import { say } from '../../core/base/sentence';
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { withTimeout } from '../../core/base/async';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import { parseJson } from '../../core/contracts/json';
import type { AuditKey } from '../../core/ports/audit-log';
import type { Clock } from '../../core/ports/system';
import type { SecretStore } from './api-keys';
import { t } from '../window/language';

const keyBytes = 32;
/** VS Code answers no host whose window is gone; waiting would keep its place. Milliseconds. */
const answerMs = 5000;

const unreadable = () =>
  failure('execution', t("VS Code's secret storage could not be opened."), {
    suggestion: say`Unlock the system keyring and reload the window. Until then, the audit log is written without a seal.`,
  });

const sealedLogSchema = z.object({
  log: z.string(),
  number: z.int().nonnegative(),
  isErasing: z.boolean().exactOptional(),
});

/**
 * The secrets of the seals of `folder`, in SecretStorage only (decision secret-places), each folder
 * with its own key. Read again at each use: of two keys created at once, the kept one is used.
 */
export function createAuditKey(
  secrets: Pick<SecretStore, 'get' | 'store'>,
  folder: string,
  clock: Clock,
): AuditKey {
  const guard = <T>(ask: () => Promise<Result<T>>) => guarded(ask, clock);
  const place = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const keyName = `gatehouse.auditKey.${place}`;
  const slotName = `gatehouse.auditSlots.${place}`;
  const logName = (writer: string) => `gatehouse.auditLog.${place}.${writer}`;
  const highestSlot = async () => parseSlot(await secrets.get(slotName));
  return {
    get: () =>
      guard(async () => {
        const stored = decode(await secrets.get(keyName));
        if (stored !== undefined) return succeed(stored);
        await secrets.store(keyName, randomBytes(keyBytes).toString('base64'));
        // Two windows that create a key at once both use the stored one.
        const kept = decode(await secrets.get(keyName));
        return kept === undefined ? fail(unreadable()) : succeed(kept);
      }),
    sealedLog: (writer) =>
      guard(async () =>
        succeed(
          sealedLogSchema.safeParse(parseJson((await secrets.get(logName(writer))) ?? '')).data,
        ),
      ),
    remember: (writer, sealed) =>
      guard(async () => {
        await secrets.store(logName(writer), JSON.stringify(sealed));
        // Two windows at once may store the lower number: the next seal of the other one corrects it.
        const slot = parseSlot(writer);
        if (slot > (await highestSlot())) await secrets.store(slotName, writer);
        return succeed(undefined);
      }),
    highestSlot: () => guard(async () => succeed(await highestSlot())),
  };
}

async function guarded<T>(ask: () => Promise<Result<T>>, clock: Clock): Promise<Result<T>> {
  try {
    const answer = await withTimeout(ask(), answerMs, clock);
    return answer?.value ?? fail(unreadable());
  } catch {
    // The store's own message may contain more than may be shown.
    return fail(unreadable());
  }
}

/** Undefined for anything but a key. */
function decode(text: string | undefined): Uint8Array | undefined {
  const bytes = Buffer.from(text ?? '', 'base64');
  return bytes.length === keyBytes ? bytes : undefined;
}

/** 0 for anything but the number of a second window. */
function parseSlot(text: string | undefined): number {
  const slot = Number(text);
  return Number.isSafeInteger(slot) && slot > 0 ? slot : 0;
}
