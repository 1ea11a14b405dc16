import { say } from '../../core/base/sentence';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Clock, Ids } from '../../core/ports/system';
import type { Conversations } from '../../core/ports/conversations';
import { otherPlaces, type OtherWorkspaces, type PlaceChats } from './list-chats';
import { OpenStores, type WorkspaceStore } from './open-stores';
import {
  workspaceLabel,
  workspaceLabels,
  type StoredWorkspace,
  type WorkspaceRegistry,
} from './workspace-registry';
import type { SessionUpdate, NoticeMeta } from '../../core/contracts/chats/acp';
import type {
  ConversationChange,
  ConversationEntry,
  StoredConversation,
} from '../../core/contracts/chats/conversation';
import { t } from '../window/language';

export interface OwnWorkspace {
  readonly folder: string;
  readonly conversations: Pick<Conversations, 'write'>;
  readonly root: () => string | undefined;
}

export interface OtherWorkspacesDeps {
  readonly registry: WorkspaceRegistry;
  readonly own: OwnWorkspace;
  /** Opens the store of another folder; it touches nothing before its first use. */
  readonly openStore: (folder: string) => WorkspaceStore;
  readonly home: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly report: (error: unknown) => void;
}

export class OpenWorkspaces implements OtherWorkspaces {
  private readonly stores: OpenStores;

  constructor(private readonly deps: OtherWorkspacesDeps) {
    this.stores = new OpenStores({ ...deps, open: deps.openStore });
  }

  places(): Promise<Result<readonly PlaceChats[]>> {
    return otherPlaces({ ...this.deps, stores: this.stores, others: () => this.others() });
  }

  async read(placeId: string, sessionId: string): Promise<Result<StoredConversation>> {
    const found = await this.find(placeId);
    return found.ok ? this.readIn(found.value.place, sessionId) : found;
  }

  async copyHere(placeId: string, sessionId: string): Promise<Result<string>> {
    const { own, ids, home } = this.deps;
    const found = await this.find(placeId);
    if (!found.ok) return found;
    const stored = await this.readIn(found.value.place, sessionId);
    if (!stored.ok) return stored;
    const id = ids.uuid();
    const to = { place: found.value.label, cwd: own.root() ?? home, messageId: ids.uuid() };
    const written = await own.conversations.write(id, copiedChat(stored.value, to));
    return written.ok ? succeed(id) : written;
  }

  /** The other places, last used first. */
  async others(): Promise<readonly StoredWorkspace[]> {
    const { registry, own } = this.deps;
    return (await registry.list()).filter(({ folder }) => folder !== own.folder);
  }

  /** Uses its store exclusively, then closes it. */
  async withStore<T>(
    { folder }: StoredWorkspace,
    work: (store: WorkspaceStore) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.stores.use(folder, work);
    } finally {
      await this.stores.release(folder);
    }
  }

  forget({ id }: StoredWorkspace): Promise<void> {
    return this.deps.registry.forget(id);
  }

  close(): Promise<void> {
    return this.stores.close();
  }

  private async find(id: string): Promise<Result<{ place: StoredWorkspace; label: string }>> {
    const all = await this.others();
    const place = all.find((each) => each.id === id);
    if (place === undefined) {
      return fail(failure('unavailable', gone(), { suggestion: openListAgain() }));
    }
    return succeed({
      place,
      label: workspaceLabels(all, this.deps.home).get(id) ?? workspaceLabel(place),
    });
  }

  private readIn({ folder }: StoredWorkspace, sessionId: string) {
    return this.stores.use(folder, ({ conversations }) => conversations.read(sessionId));
  }
}

const gone = (): string => t('The workspace of this chat is no longer known.');
const openListAgain = () => say`Open the list of chats again.`;

export interface CopyTo {
  readonly place: string;
  readonly cwd: string;
  readonly messageId: string;
}

/** Without the state of the session, which applies to the other folders (decision 44). */
function copiedChat(
  { info, entries }: StoredConversation,
  { place, cwd, messageId }: CopyTo,
): ConversationChange {
  const { title, isNamed, cost, tokens, messages } = info;
  return {
    facts: { title, isNamed, cwd, tokens, messages, ...(cost === undefined ? {} : { cost }) },
    put: [...entries.filter(({ part }) => part !== 'state'), notice(place, messageId)],
  };
}

function notice(place: string, messageId: string): ConversationEntry {
  const text = t(
    'Copied from {0}. Files must be read again, and full outputs of its calls stayed there.',
    place,
  );
  const update = {
    sessionUpdate: 'agent_message_chunk',
    messageId,
    content: { type: 'text', text },
    _meta: { gatehouse: { notice: 'info' } satisfies NoticeMeta },
  } satisfies SessionUpdate;
  return { part: 'transcript', key: `message:${messageId}`, value: [update] };
}
