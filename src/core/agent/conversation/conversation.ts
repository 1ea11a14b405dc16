import type { ContentBlock, NoticeAction } from '../../contracts/chats/acp';
import type { ConversationEntry, StoredConversation } from '../../contracts/chats/conversation';
import type { ImagePart } from '../../contracts/chats/messages';
import type { RunContext } from '../../contracts/calls/call';
import type { CallEvent } from '../../contracts/calls/outcome';
import type { Result } from '../../contracts/failure';
import type { PermissionLevel } from '../../contracts/permission-level';
import { toolProvenances, type SetLevels } from '../../contracts/tool-spec';
import { titleOf } from '../../base/titles';
import type { AcpClient } from '../../ports/acp';
import type { Llm } from '../../ports/llm';
import type { Approver } from '../../ports/runner';
import type { WorkspaceFacts } from '../../ports/workspace';
import { AcpOutbox } from '../acp/outbox';
import { createApprover } from '../acp/permission-approver';
import { createToolCallUpdates } from '../acp/tool-call-updates';
import type { PersistentHistory } from '../persistence/persistent-history';
import { SaveQueue } from '../persistence/save-queue';
import type { CallIds } from './call-ids';
import { ContextBudget, requestLimit } from './context-budget';
import { ConversationLog } from './conversation-log';
import {
  checkpointsIn,
  type AgentDeps,
  type Checkpoint,
  type ConversationStart,
  type TurnEnd,
  type TurnResult,
  type UserRun,
} from './conversation-start';
import { DoomLoop } from './doom-loop';
import { ShownNotices } from './shown-notices';
import { Spending } from './spending';

export class Conversation {
  readonly cwd: string;
  readonly outbox: AcpOutbox;
  readonly notices: ShownNotices;
  readonly approver: Approver;
  readonly history: PersistentHistory;
  readonly saves: SaveQueue;
  readonly callIds: CallIds;
  readonly forkOf: readonly string[];
  readonly spending: Spending;
  /** Context size of the last model as last reported to the client. */
  readonly contextSize: number | undefined;
  /** No text of a file or page can know it (decision 74). */
  readonly callWord: string;
  private readonly log: ConversationLog;
  private readonly toUpdate = createToolCallUpdates();
  /** Calls whose results have left the context. */
  private readonly forgotten: Set<string>;
  private userRuns: readonly UserRun[];
  private checkpoints: ReadonlyMap<string, Checkpoint>;
  private tokens = new ContextBudget();
  private loop = new DoomLoop();
  /** Tools whose schema the model got after a wrong call of this turn. */
  private shownSchemas = new Set<string>();
  private lastEnd: TurnEnd;
  /** True while a turn runs; stored, so that it is still true after a crash during one. */
  private isWorking = false;
  private lastLlm: Llm | undefined;
  private modelId: string | undefined;
  private messages: number;

  constructor(
    readonly id: string,
    readonly deps: AgentDeps,
    client: AcpClient,
    start: ConversationStart,
  ) {
    const stored = start.saved;
    this.cwd = start.cwd;
    this.callWord = deps.system.ids.uuid().slice(0, 8);
    this.callIds = start.callIds;
    this.forkOf = start.forkOf;
    this.userRuns = start.userRuns;
    this.checkpoints = start.checkpoints;
    this.forgotten = new Set(start.forgotten);
    this.spending = new Spending(stored?.spending);
    this.contextSize = stored?.contextSize;
    this.lastEnd = { unfinished: stored?.unfinished, offers: stored?.offers };
    this.modelId = stored?.model;
    this.messages = stored?.messages ?? 0;
    this.saves = new SaveQueue(id, deps, (level, text) => this.outbox.notice(level, text));
    this.log = new ConversationLog(this.saves, start.history, stored?.record);
    this.history = this.log.history;
    this.outbox = new AcpOutbox(client, id, deps.system.ids, {
      record: (update) => this.log.record(update),
      endMessage: (messageId) => this.log.transcript.endMessage(messageId),
    });
    this.notices = new ShownNotices(this.outbox, stored?.shownNotices);
    this.approver = createApprover(client);
  }

  get budget(): ContextBudget {
    return this.tokens;
  }

  get doomLoop(): DoomLoop {
    return this.loop;
  }

  get unfinished(): TurnEnd['unfinished'] {
    return this.lastEnd.unfinished;
  }

  get offers(): TurnEnd['offers'] {
    return this.lastEnd.offers;
  }

  get llm(): Llm | undefined {
    return this.lastLlm;
  }

  get model(): string | undefined {
    return this.modelId;
  }

  get trust(): SetLevels {
    return this.deps.environment.trust.levels(this.id);
  }

  get permission(): PermissionLevel {
    return this.deps.environment.permission.levelOf(this.id);
  }

  run(): RunContext {
    const { actorId, tenantId, allowedToolIds } = this.deps.environment;
    return {
      ...{ sessionId: this.id, actorId, tenantId: tenantId() },
      allowedToolIds: allowedToolIds(),
    };
  }

  limitOf({ facts }: Llm): number {
    return requestLimit(facts, this.deps.settings.contextBudgetTokens());
  }

  showCall(event: CallEvent): void {
    const update = this.toUpdate(event);
    if (update !== undefined) this.outbox.update(update);
  }

  useModel(llm: Llm): void {
    this.lastLlm = llm;
  }

  /** Records a user message as it was sent; the first one names the chat. */
  recordMessage({ id, blocks, typed }: SentMessage): void {
    const { cwd, saves } = this;
    const title = titleOf(typed);
    const isNew = saves.open();
    this.log.transcript.userMessage(id ?? this.deps.system.ids.uuid(), blocks);
    if (isNew) {
      saves.stage({ facts: { title, isNamed: false, cwd } });
    } else if (this.messages === 0) {
      void this.rename(title);
    }
    this.messages += 1;
    this.saveState();
  }

  /**
   * Adds a message to the history, with the typed calls since the last one before it. Returns what
   * replaces its texts by those that calls read meanwhile.
   */
  addMessage({ id, typed, texts, images, snapshot }: NewMessage): CompleteMessage {
    const { userRuns, deps } = this;
    if (id !== undefined) {
      this.addCheckpoint(id, { snapshot, userRuns });
    }
    deps.runner.setUserMessage(this.id, typed);
    const message = (said: readonly string[], calls: readonly string[]) => {
      const shown = [...userRuns.map(({ toolCallId }) => toolCallId), ...calls];
      const parts = [...userRuns.map(({ text }) => text), ...said];
      return {
        ...(id === undefined ? {} : { id }),
        text: parts.filter((part) => part !== '').join('\n\n'),
        ...(shown.length === 0 ? {} : { ranByHand: shown }),
        ...(images.length === 0 ? {} : { images }),
      };
    };
    this.history.addUser(message(texts, []));
    this.userRuns = [];
    this.log.removeUserRuns(userRuns);
    return (said, calls) => this.history.changeUser(message(said, calls));
  }

  addUserRun(run: UserRun): void {
    this.userRuns = [...this.userRuns, run];
    this.log.saveUserRun(run);
  }

  beginMessage(): void {
    this.spending.beginTurn();
    this.loop = new DoomLoop();
    this.shownSchemas = new Set();
  }

  /** True once in a turn for each tool: its schema follows a wrong call. */
  showsSchema(toolId: string): boolean {
    const isFirst = !this.shownSchemas.has(toolId);
    this.shownSchemas.add(toolId);
    return isFirst;
  }

  /** The request is durable when it resolves. */
  async beginTurn(model: string): Promise<void> {
    this.lastEnd = { unfinished: 'other', offers: undefined };
    this.isWorking = true;
    this.modelId = model;
    this.saveRound();
    await this.saves.commit();
  }

  /** Without a result the turn failed unexpectedly. */
  endTurn(result: TurnResult | undefined): void {
    if (result !== undefined) {
      this.lastEnd = { unfinished: result.unfinished, offers: result.offers };
    }
    this.isWorking = false;
    this.saveState();
  }

  offer(action: NoticeAction): void {
    this.lastEnd = { ...this.lastEnd, offers: action };
  }

  /** Their results left the context: a change then needs a new read (decision 44). */
  forgetSeen(toolCallIds: readonly string[]): void {
    this.log.saveForgotten(toolCallIds, this.forgotten.size);
    for (const each of toolCallIds) this.forgotten.add(each);
    this.deps.runner.forgetSeen(this.id, toolCallIds);
  }

  /** For /clear (000-clear-1; W20; decision 15). Used call ids stay reserved. False if empty. */
  clear(): boolean {
    const { history, deps } = this;
    const hadContent =
      history.messages().length > 0 || history.knowledge().length > 0 || this.userRuns.length > 0;
    history.clear();
    this.spending.clear();
    this.tokens = new ContextBudget();
    this.userRuns = [];
    // Forgets ended background commands too; running ones are reported when they end.
    deps.background.takeEnded(this.id);
    this.checkpoints = new Map();
    this.forgotten.clear();
    this.lastEnd = { unfinished: undefined, offers: undefined };
    this.notices.clear();
    this.messages = 0;
    deps.runner.reset(this.id);
    this.log.clear(this.callIds, this.trust);
    this.saveState();
    return hadContent;
  }

  /** A copy of everything before a message; undefined if the message is unknown. */
  startBefore(messageId: string): (ConversationStart & Pick<Checkpoint, 'snapshot'>) | undefined {
    const { checkpoints, callIds, forgotten, cwd, trust, permission, forkOf, id } = this;
    const checkpoint = checkpoints.get(messageId);
    const history = this.history.before(messageId);
    if (checkpoint === undefined || history === undefined) return undefined;
    return {
      history,
      callIds: callIds.copy(),
      userRuns: checkpoint.userRuns,
      checkpoints: checkpointsIn(history, checkpoints),
      forgotten,
      cwd,
      trust,
      permission,
      forkOf: [id, ...forkOf],
      snapshot: checkpoint.snapshot,
    };
  }

  /** Restores the pipeline's state of the chat; on failure files must be read again, and it may have read anything. */
  restoreSnapshot(snapshot: unknown): Result<void> {
    const { deps, id, forgotten } = this;
    const done = deps.runner.restore(id, snapshot);
    if (!done.ok) {
      for (const provenance of toolProvenances) deps.runner.noteRead(id, provenance, '');
      this.saveSnapshot();
    } else if (forgotten.size > 0) deps.runner.forgetSeen(id, [...forgotten]);
    return done;
  }

  async saveAs({ title, entries, messages }: NewRecord): Promise<void> {
    const { log, cwd, saves } = this;
    saves.open();
    this.messages = messages;
    saves.stage({ facts: { title, isNamed: false, cwd }, put: entries });
    log.history.saveAll();
    for (const [id, checkpoint] of this.checkpoints) log.saveCheckpoint(id, checkpoint);
    for (const run of this.userRuns) log.saveUserRun(run);
    if (this.forgotten.size > 0) log.saveForgotten([...this.forgotten], 0);
    log.saveCallIds(this.callIds);
    log.saveTrust(this.trust);
    this.saveRound();
    await saves.commit();
  }

  /** Resolves when the levels that the user has set are durable (decisions 57 and 58). */
  saveLevels(trust?: SetLevels): Promise<void> {
    if (trust !== undefined) this.log.saveTrust(trust);
    this.saveState();
    return this.saves.commit();
  }

  /** Reads the stored chat after everything so far was written. */
  async readStored(): Promise<Result<StoredConversation>> {
    await this.saves.commit();
    return this.deps.store.conversations.read(this.id);
  }

  saveRound(): void {
    this.saveState();
    this.saveSnapshot();
  }

  saveState(): void {
    const { spending, messages, isWorking, modelId: model, notices, lastEnd } = this;
    const { trust, permission, forkOf } = this;
    const shownNotices = notices.keys;
    const facts = { spending, messages, isWorking, model, shownNotices, trust, permission, forkOf };
    this.log.saveState({ ...lastEnd, ...facts });
  }

  private saveSnapshot(): void {
    this.log.saveSnapshot(this.deps.runner.snapshot(this.id));
  }

  private addCheckpoint(id: string, checkpoint: Checkpoint): void {
    const { log, checkpoints } = this;
    const kept = checkpointsIn(this.history, checkpoints);
    log.removeCheckpoints([...checkpoints.keys()].filter((each) => !kept.has(each)));
    this.checkpoints = new Map([...kept, [id, checkpoint]]);
    log.saveCheckpoint(id, checkpoint);
  }

  /** After /clear; a name that the user gave stays. No caller waits for it. */
  private async rename(title: string): Promise<void> {
    const stored = await this.deps.store.conversations.read(this.id);
    if (stored.ok && !stored.value.info.isNamed) this.saves.stage({ facts: { title } });
  }
}

export interface SentMessage {
  readonly id: string | undefined;
  readonly blocks: readonly ContentBlock[];
  readonly typed: string;
}

export interface NewMessage {
  readonly id: string | undefined;
  readonly typed: string;
  readonly texts: readonly string[];
  /** State of the chat before the calls that read its context. */
  readonly snapshot: unknown;
  readonly images: readonly ImagePart[];
}

/** Texts, and the ids of the calls that read them. */
export type CompleteMessage = (texts: readonly string[], calls: readonly string[]) => void;

export interface NewRecord {
  readonly title: string;
  readonly entries: readonly ConversationEntry[];
  readonly messages: number;
}

export interface PromptContext {
  readonly chat: Conversation;
  readonly signal: AbortSignal;
}

export interface TurnContext extends PromptContext {
  readonly llm: Llm;
  /** The workspace when the turn began: the prompt does not change during a turn. */
  readonly facts: WorkspaceFacts;
}
