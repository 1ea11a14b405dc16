import { acpErrorOf } from '../contracts/chats/acp-client';
import { failure, saidOf } from '../contracts/failure';
import { arranged, say, type Sentence } from '../base/sentence';
import type { LoadSessionResponse, LoadSessionMeta } from '../contracts/chats/acp';
import { WorkByKey } from '../base/async';
import type { AcpClient } from '../ports/acp';
import { Conversation } from './conversation/conversation';
import type { AgentDeps, ConversationStart } from './conversation/conversation-start';
import { AgentSession } from './session';
import { restoreConversation, type RestoredConversation } from './restore-conversation';
import { commandsUpdate } from './commands/typed-text';
import { toolMessageEntry } from './persistence/history-entries';
import { readShown } from './persistence/transcript-recorder';

export class OpenSessions {
  private readonly open = new Map<string, AgentSession>();
  /** A session is loaded after the end of this: another load, or a call still ending. */
  private readonly pending = new WorkByKey();

  constructor(
    private readonly deps: AgentDeps,
    private readonly client: AcpClient,
  ) {}

  add(id: string, start: ConversationStart): AgentSession {
    const chat = new Conversation(id, this.deps, this.client, start);
    const added = new AgentSession(chat);
    this.open.set(id, added);
    this.deps.store.forks.open(id, start.forkOf);
    const { trust, permission } = this.deps.environment;
    trust.open(id, start.trust, (levels) => chat.saveLevels(levels));
    permission.open(id, start.permission, () => chat.saveLevels());
    return added;
  }

  get(id: string): AgentSession | undefined {
    return this.open.get(id);
  }

  find(id: string): AgentSession {
    const known = this.open.get(id);
    if (known === undefined) throw new Error(`Unknown session: ${id}`);
    return known;
  }

  load(id: string): Promise<LoadSessionResponse> {
    const mine = this.pending.settled(id).then(() => this.loadNow(id));
    this.pending.track(id, mine);
    return mine;
  }

  /** Stops and forgets the session; its stored chat stays. */
  async close(id: string): Promise<void> {
    const session = this.open.get(id);
    if (session === undefined) return;
    const { saves } = session.chat;
    this.open.delete(id);
    session.cancel();
    this.pending.track(
      id,
      session.ended().then(() => saves.commit()),
    );
    await saves.commit();
  }

  /** Stops and forgets the session; nothing of it is written any more. */
  async end(id: string): Promise<void> {
    await this.pending.settled(id);
    const known = this.open.get(id);
    if (known === undefined) return;
    this.open.delete(id);
    known.cancel();
    await known.chat.saves.end();
    this.deps.runner.reset(id);
  }

  private async loadNow(id: string): Promise<LoadSessionResponse> {
    const { store, system } = this.deps;
    const known = this.open.get(id);
    if (known !== undefined) {
      await replayTranscript(known.chat);
      return loaded(known.chat);
    }
    const stored = await store.conversations.read(id);
    if (!stored.ok) {
      const why = say`This chat cannot be opened. ${saidOf(stored.failure)}`;
      throw acpErrorOf(failure('execution', why));
    }
    const restored = restoreConversation(stored.value, system.ids);
    const { chat } = this.add(id, restored.start);
    await openRestored(chat, restored);
    return loaded(chat);
  }
}

function loaded({ model }: Conversation): LoadSessionResponse {
  const meta: LoadSessionMeta = { ...(model !== undefined && { model }) };
  return { _meta: { gatehouse: meta } };
}

/** Ends what a crash interrupted, in the store and in the audit log. */
async function openRestored(chat: Conversation, restored: RestoredConversation): Promise<void> {
  const { outbox } = chat;
  chat.saves.open();
  outbox.replay([...restored.shown, commandsUpdate]);
  if (restored.usage !== undefined) outbox.replay([restored.usage]);
  if (restored.endedAnswers.length > 0) {
    chat.saves.stage({ put: restored.endedAnswers.map(toolMessageEntry) });
  }
  await endCalls(chat, restored);
  const { brokenOff, missing } = restored;
  if (brokenOff.trim() !== '') chat.history.addBroken({ text: brokenOff });
  restoreSnapshot(chat, restored);
  if (missing.length > 0) outbox.notice('warning', missingText(missing));
  if (restored.wasAtWork) offerToContinue(chat);
  chat.saveState();
  await chat.saves.commit();
  await chat.outbox.flush();
}

/** An end that is not in the audit log is not stored, so that the next load tries again. */
async function endCalls(chat: Conversation, { endedCalls }: RestoredConversation): Promise<void> {
  for (const { call, entry, userRun: run } of endedCalls) {
    const recorded = await chat.deps.runner.recordInterrupted(call, chat.run());
    if (!recorded.ok) {
      chat.outbox.notice('warning', notAudited(call.tool, saidOf(recorded.failure)));
      continue;
    }
    chat.saves.stage({ put: [entry] });
    if (run !== undefined) chat.addUserRun(run);
  }
}

/** Without the saved state, each file must be read again before it is changed. */
function restoreSnapshot(chat: Conversation, { snapshot }: RestoredConversation): void {
  if (snapshot === undefined) return;
  const done = chat.restoreSnapshot(snapshot);
  if (!done.ok) chat.outbox.notice('warning', say`${saidOf(done.failure)} ${readAgain}`);
}

function offerToContinue(chat: Conversation): void {
  const isMidway = chat.history.messages().at(-1)?.role === 'tool';
  const action = isMidway ? 'continue' : 'retry';
  chat.offer(action);
  chat.outbox.notice('warning', isMidway ? cutMidway : cutShort, { action });
}

const cutShort = say`The window closed or crashed while the model answered. Nothing is lost; choose Retry to ask it again.`;
const cutMidway = say`The window closed or crashed in the middle of this turn. Completed calls are saved, and the model will know which calls were interrupted. Choose Continue to resume.`;
const readAgain = say`Files must be read again before they can be changed, and the count of tool calls starts at zero.`;

function missingText(missing: readonly Sentence[]): Sentence {
  return say`Only part of this chat could be read. Missing: ${arranged(missing, '; ')}.`;
}

function notAudited(tool: string, reason: Sentence): Sentence {
  return say`The audit log could not record that ${tool} was interrupted: ${reason} This is retried when the chat is opened again.`;
}

/** Work goes on meanwhile. Rejects with a message for the user if it cannot be read. */
async function replayTranscript(chat: Conversation): Promise<void> {
  await chat.outbox.replayStored(async () => {
    const stored = await chat.readStored();
    if (!stored.ok) throw acpErrorOf(stored.failure);
    const shown = stored.value.entries.filter(({ part }) => part === 'transcript').map(readShown);
    return shown.flatMap((each) => each?.updates ?? []);
  });
  await chat.outbox.flush();
}
