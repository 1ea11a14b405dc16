import { cutEnd } from '../../core/base/text-lines';
import { readList, readString, readValue } from '../../core/base/json-read';
import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { ChatList } from './chats';

/** A small place that outlives the window, VS Code's own. */
export interface WindowMemento {
  get(): unknown;
  set(value: unknown): PromiseLike<void>;
}

interface RememberedChat {
  /** Undefined when nothing was sent yet. */
  readonly sessionId?: string;
  readonly title: string;
  readonly draft: string;
  readonly isActive: boolean;
}

const maxChats = 50;
/** In characters, of drafts all together: VS Code reads it all with the window. */
const maxDraft = 100_000;
const maxTitle = 200;
/** Milliseconds that typing rests before it is kept. */
const restMs = 500;

/** What was open when the window was last left; what does not fit is left out. */
export function readOpenChats(value: unknown): readonly RememberedChat[] {
  const active = readValue(value, 'active');
  const seen = new Set<string>();
  return readList(value, 'chats')
    .slice(0, maxChats)
    .flatMap((chat, at): readonly RememberedChat[] => {
      const sessionId = readString(chat, 'sessionId') ?? '';
      const draft = (readString(chat, 'draft') ?? '').slice(0, maxDraft);
      if (seen.has(sessionId) || (sessionId === '' && draft === '')) return [];
      if (sessionId !== '') seen.add(sessionId);
      const title = (readString(chat, 'title') ?? '').slice(0, maxTitle);
      const known = sessionId === '' ? {} : { sessionId };
      return [{ ...known, title, draft, isActive: at === active }];
    });
}

export interface WindowMementoDeps {
  readonly chats: Pick<ChatList, 'all' | 'active' | 'onDidChange'>;
  readonly memory: WindowMemento;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
}

/** Keeps which chats are open, which is active, and what is typed in them and not sent. */
export function saveOpenChats({ chats, memory, clock, warn }: WindowMementoDeps): Disposable {
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
      warn(`Which chats are open was not kept: ${error instanceof Error ? error.message : ''}`);
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
