import { englishOf } from '../../window/language';
import type { Memory } from '../../window/memory';
import * as z from 'zod';
import type { ChatTab } from '../chat/chat-tab';
import { shownTitle } from '../transcript/display-text';
import type { ChatList } from '../chat/chat-list';
import { StoredSession, type StoredSessionDeps } from './stored-session';
import type { WindowClaims } from './window-claims';
import { failureSentence } from '../transcript/display-text';
import { cutEnd } from '../../../core/base/text-lines';
import { allOptional } from '../../../core/contracts/schema-parts';
import { toList } from '../../../core/contracts/json';
import type { Disposable, Clock } from '../../../core/ports/system';
import { isAborted, withTimeout } from '../../../core/base/async';

/** Milliseconds; after that the page is shown without them. */
const longestSearchMs = 10_000;

export interface StoredChatsDeps extends StoredSessionDeps, OpenChatsDeps {
  readonly chats: ChatList;
  readonly claims: Pick<WindowClaims, keyof WindowClaims>;
}

/** Opens stored chats: those that were open when the window was closed, and any other. */
export class StoredChats implements Disposable {
  /** Settles when the chats that a crashed window had open are found, or the search takes long. */
  readonly found: Promise<void>;
  private isLate = false;
  private readonly sessions = new WeakMap<ChatTab, StoredSession>();
  private readonly watched: readonly Disposable[];

  constructor(private readonly deps: StoredChatsDeps) {
    const { chats } = deps;
    this.restore();
    this.found = this.findLeft();
    this.watched = [saveOpenChats(deps), chats.onDidChange(() => this.claimOpen())];
    this.claimOpen();
  }

  /** Makes a stored chat active, and loads it unless it is open. */
  open(sessionId: string, title: string): ChatTab {
    const chat = this.deps.chats.find(sessionId) ?? this.add(sessionId, title);
    this.deps.chats.select(chat.id);
    return chat;
  }

  /**
   * Settles when a chat is loaded or has failed to load; true when its stored content is visible.
   */
  async loaded(chat: ChatTab): Promise<boolean> {
    const session = this.sessions.get(chat);
    if (chat.stored !== undefined) await Promise.race([session?.settled, aborted(chat.closed)]);
    return !isAborted(chat.closed) && (chat.stored === undefined || session?.isShown === true);
  }

  dispose(): void {
    for (const each of this.watched) each.dispose();
    void this.deps.claims.close();
  }

  private add(sessionId: string, title: string): ChatTab {
    const chat = this.deps.chats.restore(shownTitle(title), sessionId);
    const session = new StoredSession(chat, this.deps);
    chat.stored = session;
    this.sessions.set(chat, session);
    return chat;
  }

  /** A chat begun in this window before the panel was shown stays active. */
  private restore(): void {
    const { chats, memory } = this.deps;
    const remembered = [...readOpenChats(memory.get())].reverse();
    const restored = remembered
      .filter(({ sessionId }) => sessionId === undefined || chats.find(sessionId) === undefined)
      .map(({ sessionId, title, draft, isActive }) => {
        const isStored = sessionId !== undefined;
        const chat = isStored
          ? this.add(sessionId, title)
          : chats.restore(shownTitle(title), sessionId);
        chat.draft.text = draft;
        return { chat, isActive };
      });
    const first = restored.find(({ isActive }) => isActive) ?? restored.at(-1);
    if (first !== undefined) this.showFirst(first.chat);
  }

  /** A page is shown only then: what is typed into it must not go with a chat that is replaced. */
  private async findLeft(): Promise<void> {
    const found = this.restoreLeft().catch((error: unknown) =>
      this.deps.warn(
        `The open chats of a window that crashed could not be found: ${englishOf(failureSentence(error))}`,
      ),
    );
    this.isLate = (await withTimeout(found, longestSearchMs, this.deps.clock)) === undefined;
  }

  /** A crashed window could not save its state: its open chats are in its claims. */
  private async restoreLeft(): Promise<void> {
    const { chats, claims, conversations } = this.deps;
    const left = [...(await claims.left())].reverse();
    let newest: ChatTab | undefined;
    for (const sessionId of left) {
      if (chats.find(sessionId) !== undefined) continue;
      const stored = await conversations.read(sessionId);
      // Deleted meanwhile, or still empty.
      if (!stored.ok || chats.find(sessionId) !== undefined) continue;
      newest = this.add(sessionId, stored.value.info.title);
    }
    if (newest !== undefined && !this.isLate) this.showFirst(newest);
  }

  /** Activates the chat, unless one was begun in this window already. */
  private showFirst(chat: ChatTab): void {
    const { chats } = this.deps;
    const begun = chats.active;
    if (!begun.isEmpty) return;
    chats.select(chat.id);
    chats.remove(begun);
  }

  /** A chat that is not loaded yet is claimed on load. */
  private claimOpen(): void {
    const { chats, claims } = this.deps;
    const sessionOf = (chat: ChatTab) => chat.sessionId ?? [];
    const open = chats.all().filter((chat) => chat.stored === undefined);
    claims.setOpen(open.flatMap(sessionOf), chats.all().flatMap(sessionOf));
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

interface RememberedChat {
  /** Undefined before the first message. */
  readonly sessionId?: string;
  readonly title: string;
  readonly draft: string;
  readonly isActive: boolean;
}

const maxChats = 50;
/** In characters, of all drafts together: VS Code reads them all with the window. */
const maxDraft = 100_000;
const maxTitle = 200;
/** Milliseconds between the last keystroke and the save. */
const restMs = 500;

function cutText(max: number) {
  return z
    .string()
    .catch('')
    .transform((text) => text.slice(0, max));
}

const openChatsSchema = allOptional({
  active: z.unknown().optional(),
  chats: z
    .transform((chats) => toList(chats).slice(0, maxChats))
    .pipe(
      z.array(
        allOptional({
          sessionId: z.string().catch(''),
          title: cutText(maxTitle),
          draft: cutText(maxDraft),
        }),
      ),
    ),
});

/** The chats that were open when the window was last closed; drafts that do not fit are omitted. */
export function readOpenChats(value: unknown): readonly RememberedChat[] {
  const { active, chats } = openChatsSchema.parse(value);
  const seen = new Set<string>();
  return chats.flatMap(({ sessionId, ...chat }, at): readonly RememberedChat[] => {
    if (seen.has(sessionId) || (sessionId === '' && chat.draft === '')) return [];
    if (sessionId !== '') seen.add(sessionId);
    const known = sessionId === '' ? {} : { sessionId };
    return [{ ...known, ...chat, isActive: at === active }];
  });
}

interface OpenChatsDeps {
  readonly chats: Pick<ChatList, 'all' | 'active' | 'onDidChange'>;
  readonly memory: Memory;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
}

/** Saves the open chats, the active one, and their unsent drafts. */
function saveOpenChats({ chats, memory, clock, warn }: OpenChatsDeps): Disposable {
  let timer: Disposable | undefined;
  let kept = '';

  function save(): void {
    timer?.dispose();
    timer = undefined;
    const record = recordOf(chats);
    const text = JSON.stringify(record);
    if (text === kept) return;
    kept = text;
    memory.set(record).then(undefined, (error: unknown) => {
      kept = '';
      warn(`The list of open chats was not saved: ${error instanceof Error ? error.message : ''}`);
    });
  }

  const watching = chats.onDidChange(() => (timer ??= clock.after(restMs, save)));
  return {
    dispose: () => {
      watching.dispose();
      save();
    },
  };
}

function recordOf(chats: Pick<ChatList, 'all' | 'active'>) {
  const open = chats
    .all()
    .filter(({ sessionId, draft }) => sessionId !== undefined || draft.text !== '')
    .slice(0, maxChats);
  let room = maxDraft;
  return {
    active: open.indexOf(chats.active),
    chats: open.map(({ sessionId, title, draft }) => {
      const text = cutEnd(draft.text, room);
      room -= text.length;
      return { ...(sessionId === undefined ? {} : { sessionId }), title, draft: text };
    }),
  };
}
