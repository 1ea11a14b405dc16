import type { LoadSessionResponse } from '../contracts/acp';
import type { LoadSessionMeta } from '../contracts/meta';
import type { AcpClient } from '../ports/acp';
import type { Chat, ChatStart } from './chat';
import { createChat } from './create-chat';
import type { AgentDeps } from './deps';
import { createSession, type Session } from './session';
import { openStored } from './stored/open-stored';
import { restoreChat } from './stored/restore-chat';
import { showAgain } from './stored/show-again';

/** A session of this window. */
interface Open {
  readonly chat: Chat;
  readonly session: Session;
}

export type OpenSessions = ReturnType<typeof createOpenSessions>;

/** The sessions of this window, and the way to them from the store and back. */
export function createOpenSessions(deps: AgentDeps, client: AcpClient) {
  const open = new Map<string, Open>();
  const busy = createBusy();
  const add = (id: string, start: ChatStart): Open => {
    const chat = createChat(id, deps, client, start);
    const added = { chat, session: createSession(chat) };
    open.set(id, added);
    return added;
  };
  const load = async (id: string): Promise<LoadSessionResponse> => {
    const known = open.get(id);
    if (known !== undefined) {
      await showAgain(known.chat);
      return loaded(known.chat);
    }
    const stored = await deps.conversations.read(id);
    if (!stored.ok) throw new Error(`${notOpened} ${stored.failure.message}`);
    const restored = restoreChat(stored.value, deps.ids);
    const { chat } = add(id, restored.start);
    await openStored(chat, restored);
    return loaded(chat);
  };
  return {
    add,
    get: (id: string) => open.get(id),
    find: (id: string): Open => {
      const known = open.get(id);
      if (known === undefined) throw new Error(`Unknown session: ${id}`);
      return known;
    },
    load: (id: string): Promise<LoadSessionResponse> => {
      const mine = busy.settled(id).then(() => load(id));
      busy.keep(id, mine);
      return mine;
    },
    /** Stops what runs in it and forgets it; what is stored of it stays. */
    close: async (id: string): Promise<void> => {
      const known = open.get(id);
      if (known === undefined) return;
      open.delete(id);
      known.session.cancel();
      const { writer } = known.chat.record;
      busy.keep(
        id,
        known.session.ended().then(() => writer.commit()),
      );
      await writer.commit();
    },
    /** Stops what runs in it; nothing of it is written any more, and nothing of it is known. */
    end: async (id: string): Promise<void> => {
      await busy.settled(id);
      const known = open.get(id);
      if (known === undefined) return;
      open.delete(id);
      known.session.cancel();
      await known.chat.record.writer.end();
      deps.runner.reset(id);
    },
  };
}

const notOpened = 'This chat cannot be opened.';

function loaded({ model }: Chat): LoadSessionResponse {
  const meta: LoadSessionMeta = { ...(model !== undefined && { model }) };
  return { _meta: { gatehouse: meta } };
}

/** What must be over before a session is loaded: another load, or the end of what ran in it. */
function createBusy() {
  const works = new Map<string, Promise<unknown>>();
  return {
    settled: (id: string): Promise<unknown> => works.get(id) ?? Promise.resolve(),
    keep: (id: string, work: Promise<unknown>): void => {
      const settled = work.catch(() => undefined);
      works.set(id, settled);
      void settled.then(() => {
        if (works.get(id) === settled) works.delete(id);
      });
    },
  };
}
