import { cutEnd } from '../../../core/base/text-lines';
import type { StoredConversation } from '../../../core/contracts/chats/conversation';
import { fail, succeed, type Result } from '../../../core/contracts/failure';
import type { Conversations } from '../../../core/ports/conversations';
import type { FileChanges } from '../../../core/ports/file-changes';
import type { OtherWorkspaces } from '../../workspace-stores/list-chats';
import type { ChatAgent } from '../chat/chat-deps';
import type { ChatTab } from '../chat/chat-tab';
import { shownTitle } from '../transcript/display-text';
import type { ChatList } from '../chat/chat-list';
import type { ExportedChat } from './export-markdown';
import type { ChatHistory } from './chat-history';
import type { StoredEntry } from './sources';
import { replayStored } from './restored-messages';
import type { StoredChats } from './stored-chats';
import type { Transcript } from '../transcript/transcript';
import { failureSentence } from '../transcript/display-text';
import { isAborted } from '../../../core/base/async';
import { englishOf, t, shownFailure } from '../../window/language';

/** Questions to the user about stored chats, outside the page (decision native-confirm). */
export interface StoredDialogs {
  /** True to delete. */
  confirmDelete(question: {
    readonly title: string;
    readonly isRunning: boolean;
  }): Promise<boolean>;
  /** A new name; undefined when the user cancels. */
  askTitle(title: string): Promise<string | undefined>;
  /** Asks for a location, writes the file and opens it. */
  saveMarkdown(chat: ExportedChat): Promise<void>;
  notify(text: string): void;
}

export interface StoredActionStorage {
  readonly conversations: Pick<Conversations, 'write' | 'read'>;
  readonly places: Pick<OtherWorkspaces, 'read' | 'copyHere'>;
}

export interface StoredActionDeps {
  readonly chats: ChatList;
  readonly stored: StoredChats;
  readonly history: ChatHistory;
  readonly agent: Pick<ChatAgent, 'acp' | 'endSession'>;
  readonly storage: StoredActionStorage;
  readonly changes: Pick<FileChanges, 'keepFiles' | 'forget'>;
  readonly dialogs: StoredDialogs;
  readonly warn: (message: string) => void;
}

const notListed = (): string => t('This chat is no longer in the list. Open the list again.');
const otherPlace = (): string =>
  t('This chat is stored in another workspace. Open it first to copy it to this one.');
const nothingStored = (): string => t('This chat is not stored yet. Send a message first.');
const blankTitle = (): string => t('A chat needs a name, so this one was not renamed.');
const maxTitle = 200;

/**
 * The user's actions on stored chats: on those of the list by their list id, or on the active one.
 */
export class StoredActions {
  private readonly busy = new Set<string>();

  constructor(private readonly deps: StoredActionDeps) {}

  open(historyId: string): Promise<void> {
    return this.withEntry(historyId, async (entry) => {
      const { history, stored, storage } = this.deps;
      let { sessionId } = entry;
      if (entry.place !== undefined) {
        const copied = await storage.places.copyHere(entry.place.id, sessionId);
        if (!copied.ok) {
          history.failed(t('The chat was not copied here: {0}', shownFailure(copied.failure)));
          return;
        }
        sessionId = copied.value;
      }
      history.close();
      stored.open(sessionId, entry.title);
    });
  }

  rename(historyId: string, title: string): Promise<void> {
    return this.withEntry(historyId, (entry) => this.renameEntry(entry, title));
  }

  export(historyId: string): Promise<void> {
    return this.withEntry(historyId, (entry) => this.exportEntry(entry));
  }

  delete(historyId: string): Promise<void> {
    return this.withEntry(historyId, (entry) => this.deleteEntry(entry));
  }

  renameActive(): Promise<void> {
    return this.withActive(async (entry) => {
      const title = await this.deps.dialogs.askTitle(entry.title);
      if (title !== undefined) await this.renameEntry(entry, title);
    });
  }

  exportActive(): Promise<void> {
    return this.withActive((entry) => this.exportEntry(entry));
  }

  deleteActive(): Promise<void> {
    return this.withActive((entry) => this.deleteEntry(entry));
  }

  /** A double click counts once; failures are shown. */
  private async withEntry(
    historyId: string,
    act: (entry: StoredEntry) => Promise<void>,
  ): Promise<void> {
    const entry = this.deps.history.entry(historyId);
    if (entry === undefined) this.deps.dialogs.notify(notListed());
    else await this.once(entry, act);
  }

  private async withActive(act: (entry: StoredEntry) => Promise<void>): Promise<void> {
    const { sessionId, title } = this.deps.chats.active;
    if (sessionId === undefined) this.deps.dialogs.notify(nothingStored());
    else await this.once({ sessionId, title, updatedAt: 0, messages: 0 }, act);
  }

  private async once(
    entry: StoredEntry,
    act: (entry: StoredEntry) => Promise<void>,
  ): Promise<void> {
    const key = JSON.stringify([entry.place?.id ?? null, entry.sessionId]);
    if (this.busy.has(key)) return;
    this.busy.add(key);
    try {
      await act(entry);
    } catch (error) {
      this.deps.dialogs.notify(
        t('This did not work. For details, run "Gatehouse: Show Output Log".'),
      );
      this.deps.warn(`An action on a stored chat failed: ${englishOf(failureSentence(error))}`);
    } finally {
      this.busy.delete(key);
    }
  }

  private async renameEntry(entry: StoredEntry, wanted: string): Promise<void> {
    const { storage, chats, history, dialogs } = this.deps;
    const title = cutEnd(wanted.trim(), maxTitle);
    if (entry.place !== undefined) {
      dialogs.notify(otherPlace());
      return;
    }
    if (title === '') {
      dialogs.notify(blankTitle());
      return;
    }
    const facts = { title, isNamed: true };
    const done = await storage.conversations.write(entry.sessionId, { facts });
    if (!done.ok) {
      dialogs.notify(t('The chat was not renamed: {0}', shownFailure(done.failure)));
      return;
    }
    chats.find(entry.sessionId)?.rename(title);
    history.renamed(entry, title);
  }

  private async exportEntry(entry: StoredEntry): Promise<void> {
    const read = await this.read(entry);
    if (read.ok) await this.deps.dialogs.saveMarkdown(read.value);
    else this.deps.dialogs.notify(t('The chat was not exported: {0}', read.failure));
  }

  /** An open chat is exported as it is shown; stored data supplies the rest. */
  private async read(entry: StoredEntry): Promise<Result<ExportedChat, string>> {
    const { chats, storage } = this.deps;
    const { sessionId, place } = entry;
    const stored =
      place === undefined
        ? await storage.conversations.read(sessionId)
        : await storage.places.read(place.id, sessionId);
    const open = place === undefined ? chats.find(sessionId) : undefined;
    const live = open?.stored === undefined ? open : undefined;
    if (live !== undefined) return succeed(exportedOf(live, stored));
    if (!stored.ok) return fail(shownFailure(stored.failure));
    const transcript = chats.newTranscript();
    const putMessage = (item: Parameters<Transcript['putUser']>[0]) => {
      transcript.putUser(item);
    };
    replayStored(stored.value.entries, { transcript, putMessage });
    return succeed({ ...stored.value.info, transcript });
  }

  private async deleteEntry(entry: StoredEntry): Promise<void> {
    const { chats, dialogs, history, agent, changes, warn } = this.deps;
    const { sessionId, place } = entry;
    if (place !== undefined) {
      dialogs.notify(otherPlace());
      return;
    }
    const title = shownTitle(chats.find(sessionId)?.title ?? entry.title);
    const isRunning = chats.find(sessionId)?.isRunning === true;
    if (!(await dialogs.confirmDelete({ title, isRunning }))) return;
    await this.takeFromList(chats.find(sessionId));
    try {
      await agent.acp.deleteSession({ sessionId });
    } catch (error) {
      dialogs.notify(
        t(
          '“{0}” was closed, not deleted: {1} Try again from the list.',
          title,
          failureSentence(error),
        ),
      );
      return;
    } finally {
      agent.endSession(sessionId);
    }
    history.removed(sessionId);
    // Data of a closed window is taken over first; a failure is reported.
    const found = await changes.keepFiles(sessionId, []);
    if (!found.ok) {
      warn(`Copies of changed files of a deleted chat are left: ${found.failure.message}`);
    }
    await changes.forget(sessionId);
  }

  /** The chat is stopped before it is deleted, so that nothing writes it again. */
  private async takeFromList(chat: ChatTab | undefined): Promise<void> {
    if (chat === undefined) return;
    await chat.queue.stopped();
    if (!isAborted(chat.closed)) this.deps.chats.remove(chat);
  }
}

function exportedOf(
  { title, transcript, usage }: ChatTab,
  stored: Result<StoredConversation>,
): ExportedChat {
  const cost = usage?.cost;
  return {
    ...(stored.ok ? stored.value.info : {}),
    title,
    transcript,
    ...(cost === undefined ? {} : { cost }),
  };
}
