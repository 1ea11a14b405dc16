import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import * as os from 'node:os';
import path from 'node:path';
import type { Store } from '../../../adapters/store/store';
import { undecided, type AuditEntry } from '../../../core/contracts/audit/entry';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import { httpProviders } from '../../../core/contracts/models';
import type { StoreHealth } from '../../../core/contracts/store-health';
import type { Clock } from '../../../core/ports/system';
import type { ApiKeys } from '../../secrets/api-keys';
import type { OpenWorkspaces } from '../../workspace-stores/other-workspaces';
import {
  workspaceLabel,
  workspaceLabels,
  type StoredWorkspace,
} from '../../workspace-stores/workspace-registry';
import { errnoOf, ifMissing } from '../../../adapters/system/errno';
import { t, shownFailure } from '../../window/language';

export interface EraseSources {
  readonly store: Pick<Store, 'erase' | 'health' | 'audit'>;
  readonly storageFolder: string;
  readonly places: () => Promise<Pick<OpenWorkspaces, 'others' | 'withStore' | 'forget'>>;
  readonly apiKeys: Pick<ApiKeys, 'remove' | 'state'>;
  readonly window: WindowData;
  /** The user who deletes, for the first entry of the new log. */
  readonly author: { readonly actor: string; readonly tenant: () => string };
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/** The data of this window outside the store. */
export interface WindowData {
  /** True while a chat runs. */
  readonly isRunning: () => boolean;
  /** "Always allow" rules remembered for workspaces. */
  readonly countGrants: () => number;
  /** Stops and closes all chats; settles when nothing more of them is written. */
  readonly closeChats: () => Promise<void>;
  /** Forgets drafts and granted rules. */
  readonly forgetMemory: () => Promise<void>;
}

/** The remaining data, each with a reason. Empty when all is gone. */
export type LeftBehind = readonly string[];

/** Its steps are independent: a failed one is reported, and the next run deletes the rest. */
export async function eraseAll(sources: EraseSources, withKeys: boolean): Promise<LeftBehind> {
  const left: string[] = [];
  const step = async (what: string, work: () => Promise<Result<void>>): Promise<void> => {
    const done = await attempt(work, sources.report);
    if (!done.ok) left.push(`${what}: ${shownFailure(done.failure)}`);
  };
  const plain = (work: () => Promise<void>) => async () => {
    await work();
    return succeed(undefined);
  };
  await step(t('This workspace'), () => eraseHere(sources));
  await step(t('Drafts and rules'), plain(sources.window.forgetMemory));
  const others = await attempt(
    async () => succeed(await (await sources.places()).others()),
    sources.report,
  );
  if (!others.ok) left.push(t('Other workspaces: {0}', shownFailure(others.failure)));
  const places = others.ok ? others.value : [];
  const labels = workspaceLabels(places, os.homedir());
  for (const place of places) {
    await step(labels.get(place.id) ?? workspaceLabel(place), () => erasePlace(sources, place));
  }
  if (withKeys) {
    for (const provider of httpProviders) {
      await step(
        t('API key ({0})', provider),
        plain(() => sources.apiKeys.remove(provider)),
      );
    }
  }
  return left;
}

async function eraseHere(sources: EraseSources): Promise<Result<void>> {
  const { store, storageFolder, window } = sources;
  const erased = await eraseStore(sources, store, window.closeChats);
  if (!erased.ok) return erased;
  await eraseBeside(storageFolder);
  return erased;
}

async function erasePlace(sources: EraseSources, place: StoredWorkspace): Promise<Result<void>> {
  const places = await sources.places();
  const erased = await places.withStore(place, (store) => eraseStore(sources, store));
  if (!erased.ok) return erased;
  await eraseBeside(place.folder);
  await places.forget(place);
  return erased;
}

async function eraseStore(
  sources: EraseSources,
  store: Pick<Store, 'erase' | 'health' | 'audit'>,
  prepare?: () => Promise<void>,
): Promise<Result<void>> {
  if (isShared(await store.health())) return fail(failure('execution', inUse()));
  await prepare?.();
  const erased = await store.erase();
  if (!erased.ok) return erased;
  return store.audit.append(erasedEntry(sources));
}

/** True when other windows have the same storage open. */
export function isShared(health: Result<StoreHealth>): boolean {
  return health.ok && (health.value.role === 'second' || health.value.lock.windows > 1);
}

const inUse = (): string =>
  t('another window uses it. Close that window and run "Gatehouse: Delete All Data" again.');

/** The new log records that there was an earlier one (000-audit-3). */
function erasedEntry({ clock, author }: EraseSources): AuditEntry {
  const id = randomUUID();
  return {
    ts: new Date(clock.now()).toISOString(),
    session: id,
    tool_call_id: id,
    tool: 'gatehouse.deleteAllData',
    call: {},
    event: 'erased',
    result: 'success',
    summary: 'The user deleted all Gatehouse data, including the audit log before this entry.',
    ...undecided(),
    origin: 'user',
    approved_by: 'user',
    duration_ms: 0,
    actor: author.actor,
    tenant: author.tenant(),
  };
}

async function attempt<T>(
  work: () => Promise<Result<T>>,
  report: (error: unknown) => void,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    report(error);
    const code = errnoOf(error);
    const message =
      code === ''
        ? t('it could not be deleted. Run "Gatehouse: Delete All Data" again.')
        : t('it could not be deleted ({0}). Run "Gatehouse: Delete All Data" again.', code);
    return fail(failure('execution', message));
  }
}

/** What a storage folder has in addition to the store: copies of files, records of commands. */
export const besideStore = ['changes', 'commands'] as const;

/** The folders stay: an open window relies on its own. Rejects with the first error, at the end. */
async function eraseBeside(folder: string): Promise<void> {
  const errors: unknown[] = [];
  for (const name of besideStore) {
    const inside = path.join(folder, name);
    for (const item of await readdir(inside).catch(ifMissing([]))) {
      try {
        await rm(path.join(inside, item), { recursive: true, force: true, maxRetries: 3 });
      } catch (error) {
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw errors[0];
}
