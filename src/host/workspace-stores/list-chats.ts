import { access, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { failure, fail, succeed, type Failure, type Result } from '../../core/contracts/failure';
import type { OpenStores } from './open-stores';
import {
  workspaceLabels,
  type StoredWorkspace,
  type WorkspaceRegistry,
} from './workspace-registry';
import { ifMissing } from '../../adapters/system/errno';
import type {
  ConversationPage,
  ConversationQuery,
  StoredConversation,
} from '../../core/contracts/chats/conversation';
import { t } from '../window/language';

export interface PlaceChats {
  /** Names the place, in this window and the next. */
  readonly id: string;
  /** For display, in VS Code's language. */
  readonly name: string;
  /** Epoch milliseconds: none of its chats is newer. */
  readonly newest: number;
  /** Opens the place. A failure says what is wrong with it. */
  readonly list: (query: ConversationQuery) => Promise<Result<ConversationPage>>;
}

/** They stay reachable when a window becomes another workspace; nothing there is changed. */
export interface OtherWorkspaces {
  /** Every other place; none is opened. */
  places(): Promise<Result<readonly PlaceChats[]>>;
  /** `unavailable` when there is no such chat. */
  read(placeId: string, sessionId: string): Promise<Result<StoredConversation>>;
  /** Copies a chat into the store of this window; answers the id of its session here. */
  copyHere(placeId: string, sessionId: string): Promise<Result<string>>;
}

export interface ListDeps {
  readonly registry: Pick<WorkspaceRegistry, 'forget'>;
  readonly stores: Pick<OpenStores, 'use'>;
  readonly others: () => Promise<readonly StoredWorkspace[]>;
  readonly home: string;
  readonly report: (error: unknown) => void;
}

/** Clocks of file systems are coarse. Milliseconds. */
const clockSlack = 2000;

export async function otherPlaces(deps: ListDeps): Promise<Result<readonly PlaceChats[]>> {
  try {
    const places = await deps.others();
    const labels = workspaceLabels(places, deps.home);
    return succeed(
      await Promise.all(places.map((place) => chatsOf(deps, place, labels.get(place.id) ?? ''))),
    );
  } catch (error) {
    deps.report(error);
    return fail(unlisted(t('the list of other workspaces cannot be read.')));
  }
}

async function chatsOf(deps: ListDeps, place: StoredWorkspace, name: string): Promise<PlaceChats> {
  const { stores, report } = deps;
  const { id, folder } = place;
  const newest = await timeOf(deps, place);
  if (!newest.ok) return { id, name, newest: Infinity, list: () => Promise.resolve(newest) };
  return {
    id,
    name,
    newest: newest.value,
    list: async (query) => {
      try {
        return await stores.use(folder, ({ conversations }) => conversations.list(query));
      } catch (error) {
        report(error);
        return fail(
          unlisted(t('its chats cannot be read; "Gatehouse: Show Output Log" says why.')),
        );
      }
    },
  };
}

async function timeOf(
  { registry, report }: ListDeps,
  place: StoredWorkspace,
): Promise<Result<number>> {
  try {
    const at = await lastWrite(place.folder);
    if (at !== undefined) return succeed(at + clockSlack);
    if (!(await isRemoved(place.folder))) {
      return fail(unlisted(t('its storage folder is missing ({0}).', place.folder)));
    }
    await registry.forget(place.id);
    return fail(unlisted(t('its storage folder has been removed, and its chats with it.')));
  } catch (error) {
    report(error);
    return fail(unlisted(t('its storage folder cannot be read ({0}).', place.folder)));
  }
}

function unlisted(why: string): Failure {
  return failure('execution', why);
}

/** Epoch milliseconds; undefined when it is gone. A store writes only files in its folder. */
async function lastWrite(folder: string): Promise<number | undefined> {
  const names = await readdir(folder).catch(ifMissing(undefined));
  if (names === undefined) return undefined;
  // A file that is deleted meanwhile is ignored.
  const stats = names.map((name) => stat(path.join(folder, name)).catch(ifMissing({ mtimeMs: 0 })));
  return Math.max(0, ...(await Promise.all(stats)).map(({ mtimeMs }) => mtimeMs));
}

/** VS Code itself removed it: what holds such folders is there. Else a drive may be missing. */
async function isRemoved(folder: string): Promise<boolean> {
  try {
    // <data>/User/workspaceStorage/<workspace>/<extension>
    await access(path.dirname(path.dirname(folder)));
    return true;
  } catch {
    return false;
  }
}
