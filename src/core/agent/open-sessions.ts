import type { LoadSessionResponse } from '../contracts/acp';
import type { LoadSessionMeta } from '../contracts/meta';
import type { AcpClient } from '../ports/acp';
import type { Conversation, ConversationStart } from './chat';
import { createConversation } from './create-chat';
import type { AgentDeps } from './deps';
import { createAgentSession, type AgentSession } from './session';
import { openRestored } from './stored/open-stored';
import { restoreConversation } from './stored/restore-chat';
import { replayTranscript } from './stored/show-again';

/** A session of this window. */
interface OpenSession {
  readonly chat: Conversation;
  readonly session: AgentSession;
}

export type OpenSessions = ReturnType<typeof createOpenSessions>;

/** The sessions of this window, and the way to them from the store and back. */
export function createOpenSessions(deps: AgentDeps, client: AcpClient) {
  const open = new Map<string, OpenSession>();
  const busy = createPendingWork();
  const add = (id: string, start: ConversationStart): OpenSession => {
    const chat = createConversation(id, deps, client, start);
    const added = { chat, session: createAgentSession(chat) };
    open.set(id, added);
    return added;
  };
  const load = async (id: string): Promise<LoadSessionResponse> => {
    const known = open.get(id);
    if (known !== undefined) {
      await replayTranscript(known.chat);
      return loaded(known.chat);
    }
    const stored = await deps.conversations.read(id);
    if (!stored.ok) throw new Error(`${notOpened} ${stored.failure.message}`);
    const restored = restoreConversation(stored.value, deps.ids);
    const { chat } = add(id, restored.start);
    await openRestored(chat, restored);
    return loaded(chat);
  };
  return {
    add,
    get: (id: string) => open.get(id),
    find: (id: string): OpenSession => {
      const known = open.get(id);
      if (known === undefined) throw new Error(`Unknown session: ${id}`);
      return known;
    },
    load: (id: string): Promise<LoadSessionResponse> => {
      const mine = busy.settled(id).then(() => load(id));
      busy.track(id, mine);
      return mine;
    },
    /** Stops what runs in it and forgets it; what is stored of it stays. */
    close: async (id: string): Promise<void> => {
      const known = open.get(id);
      if (known === undefined) return;
      open.delete(id);
      known.session.cancel();
      const { saveQueue: writer } = known.chat.record;
      busy.track(
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
      await known.chat.record.saveQueue.end();
      deps.runner.reset(id);
    },
  };
}

const notOpened = 'This chat cannot be opened.';

function loaded({ model }: Conversation): LoadSessionResponse {
  const meta: LoadSessionMeta = { ...(model !== undefined && { model }) };
  return { _meta: { gatehouse: meta } };
}

/** What must be over before a session is loaded: another load, or the end of what ran in it. */
function createPendingWork() {
  const works = new Map<string, Promise<unknown>>();
  return {
    settled: (id: string): Promise<unknown> => works.get(id) ?? Promise.resolve(),
    track: (id: string, work: Promise<unknown>): void => {
      const settled = work.catch(() => undefined);
      works.set(id, settled);
      void settled.then(() => {
        if (works.get(id) === settled) works.delete(id);
      });
    },
  };
}
