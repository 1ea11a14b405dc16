import { access, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ConversationQuery } from '../../core/contracts/chats/conversation';
import { failure, fail } from '../../core/contracts/failure';
import {
  ChatFeed,
  type FeedPosition,
  decodePositions,
  encodePositions,
  mergeChats,
  type FeedSource,
} from './merge-chats';
import type { OpenStores } from './open-stores';
import {
  workspaceLabels,
  type StoredWorkspace,
  type WorkspaceRegistry,
} from './workspace-registry';
import type { WorkspaceChatPage } from './workspace-chats';
import { ifMissing } from '../../adapters/system/errno';

export interface ListDeps {
  readonly registry: Pick<WorkspaceRegistry, 'forget'>;
  readonly stores: Pick<OpenStores, 'use'>;
  readonly others: () => Promise<readonly StoredWorkspace[]>;
  readonly home: string;
  readonly report: (error: unknown) => void;
}

/** Clocks of file systems are coarse. Milliseconds. */
const clockSlack = 2000;
const start: FeedPosition = { taken: 0 };

/** One page of the chats of all other places; what cannot be read is left out and named. */
export async function listOtherChats(
  deps: ListDeps,
  query: ConversationQuery,
  signal: AbortSignal,
): Promise<WorkspaceChatPage> {
  const problems: string[] = [];
  let places: readonly StoredWorkspace[] = [];
  try {
    places = await deps.others();
  } catch (error) {
    deps.report(error);
    problems.push('the list of other workspaces cannot be read');
  }
  const labels = workspaceLabels(places, deps.home);
  const nameOf = (id: string) => labels.get(id) ?? '';
  const from = query.cursor === undefined ? undefined : decodePositions(query.cursor);
  const sources: FeedSource[] = [];
  for (const place of places) {
    const at = from === undefined ? start : from.get(place.id);
    if (at === undefined) continue;
    const newest = await timeOf(deps, place);
    if (typeof newest === 'string') problems.push(`${nameOf(place.id)}: ${newest}`);
    else sources.push({ placeId: place.id, newest, feed: feedOf(deps, place, query, at) });
  }
  const { chats, failed, rest } = await mergeChats(sources, query.limit, signal);
  for (const { placeId, failure: why } of failed) {
    problems.push(`${nameOf(placeId)}: ${withoutStop(why.message)}`);
  }
  return {
    chats: chats.map(({ placeId, chat }) => ({ ...chat, placeId, place: nameOf(placeId) })),
    ...cursorOf(rest),
    ...(problems.length === 0 ? {} : { problem: problemText(problems) }),
  };
}

/** The time of the last write in a workspace's storage, or why it is skipped. */
async function timeOf(
  { registry, report }: ListDeps,
  place: StoredWorkspace,
): Promise<number | string> {
  try {
    const at = await lastWrite(place.folder);
    if (at !== undefined) return at + clockSlack;
    if (!(await isRemoved(place.folder))) {
      return `its storage folder is missing (${place.folder})`;
    }
    await registry.forget(place.id);
    return 'its storage folder has been removed, and its chats with it';
  } catch (error) {
    report(error);
    return `its storage folder cannot be read (${place.folder})`;
  }
}

function feedOf(
  { stores, report }: ListDeps,
  place: StoredWorkspace,
  query: ConversationQuery,
  at: FeedPosition,
) {
  const { text, limit } = query;
  return new ChatFeed(async (cursor) => {
    try {
      return await stores.use(place.folder, ({ conversations }) =>
        conversations.list({
          limit,
          ...(text === undefined ? {} : { text }),
          ...(cursor === undefined ? {} : { cursor }),
        }),
      );
    } catch (error) {
      report(error);
      return fail(failure('execution', 'its chats cannot be read; "Gatehouse: Show Log" says why'));
    }
  }, at);
}

function cursorOf(rest: readonly FeedSource[]): Pick<WorkspaceChatPage, 'nextCursor'> {
  const positions = new Map<string, FeedPosition>();
  for (const { placeId, feed } of rest) {
    const at = feed.position();
    if (at !== undefined) positions.set(placeId, at);
  }
  return positions.size === 0 ? {} : { nextCursor: encodePositions(positions) };
}

function problemText(problems: readonly string[]): string {
  return `Not all chats of other workspaces are listed. ${problems.map((each) => `${each}.`).join(' ')}`;
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}

/**
 * When a storage folder was last written in, in epoch milliseconds; undefined when it is gone. A
 * store writes only files in its folder, so nothing in it is newer.
 */
async function lastWrite(folder: string): Promise<number | undefined> {
  const names = await readdir(folder).catch(ifMissing(undefined));
  if (names === undefined) return undefined;
  // A file that is deleted meanwhile is ignored.
  const stats = names.map((name) => stat(path.join(folder, name)).catch(ifMissing({ mtimeMs: 0 })));
  return Math.max(0, ...(await Promise.all(stats)).map(({ mtimeMs }) => mtimeMs));
}

/**
 * True when VS Code itself has removed the folder of a workspace: what holds such folders is there.
 * Otherwise a drive or a home folder may be missing, and it may come back.
 */
async function isRemoved(folder: string): Promise<boolean> {
  try {
    // <data>/User/workspaceStorage/<workspace>/<extension>
    await access(path.dirname(path.dirname(folder)));
    return true;
  } catch {
    // Missing or unreadable: in both cases the answer is unknown.
    return false;
  }
}
