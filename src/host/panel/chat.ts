import { escapeControlInline } from '../../core/base/escape-control';
import type { SessionUpdate, StopReason } from '../../core/contracts/acp';
import type { PromptMeta } from '../../core/contracts/meta';
import type {
  BackgroundItem,
  CardRollback,
  ChatSummary,
  PanelChange,
} from '../../core/contracts/panel';
import type { AcpAgent } from '../../core/ports/acp';
import type { Clock } from '../../core/ports/clock';
import type { BackgroundCommands } from '../../core/ports/background-commands';
import type { Disposable } from '../../core/ports/disposable';
import type { PendingApprovals } from '../approvals/types';
import { backgroundItems } from './card-background';
import { cutMarked } from './card-text';
import { Transcript } from './transcript';

/** How long a stopped turn may take to end before the chat stops waiting for the agent. */
const stopGraceMs = 10_000;
const maxTitle = 60;

const noModel =
  'No model is chosen, so nobody can answer. Pick a model below the input, or work without one: ' +
  '`!command` runs a command, `/tool name {json}` runs a tool.';

const noticeOfStop: Readonly<Partial<Record<StopReason, string>>> = {
  cancelled: 'Stopped.',
  max_tokens: 'The answer was cut: the model reached its token limit.',
  max_turn_requests: 'The agent reached its limit of rounds. Send a message to let it go on.',
  refusal: 'The model refused to answer. Nothing of this message stays in its context.',
};

export interface ChatDeps {
  /** Asked at each use: the agent and the panel are made for each other. */
  readonly agent: () => AcpAgent;
  readonly approvals: Pick<PendingApprovals, 'list' | 'cancelCall' | 'cancelSession'>;
  readonly background: Pick<BackgroundCommands, 'list'>;
  readonly clock: Clock;
  /** Id of the chosen model; empty when none is chosen. */
  readonly modelId: () => string;
  /** Absolute folder of new sessions. */
  readonly cwd: () => string;
  readonly onItems: (changes: readonly PanelChange[]) => void;
  /** Something of title, state, draft or queue has changed. */
  readonly onState: () => void;
  readonly onSession: (sessionId: string) => void;
  readonly warn: (message: string) => void;
}

interface Turn {
  isStopped: boolean;
  grace?: Disposable;
}

/** One chat: one ACP session, opened with the first message. */
export class Chat {
  readonly transcript: Transcript;
  title = 'New chat';
  draft = '';
  sessionId: string | undefined;
  private queue: string[] = [];
  private turn: Turn | undefined;
  private opening: Promise<string> | undefined;

  constructor(
    readonly id: string,
    private readonly deps: ChatDeps,
  ) {
    this.transcript = new Transcript(() => deps.clock.now());
  }

  get isRunning(): boolean {
    return this.turn !== undefined;
  }

  /** True while the agent has not answered `session/new`. */
  get isOpening(): boolean {
    return this.opening !== undefined;
  }

  get isEmpty(): boolean {
    return !this.isRunning && this.draft === '' && this.transcript.items().length === 0;
  }

  get queued(): readonly string[] {
    return this.queue;
  }

  /** What runs in the background of this chat. */
  get background(): readonly BackgroundItem[] {
    return backgroundItems(this.backgroundCommands());
  }

  summary(): ChatSummary {
    const pending = this.pending().length;
    return { id: this.id, title: this.title, running: this.isRunning, pending };
  }

  /** The chat's session; opened by the first message, or when something is to be kept for it. */
  async session(): Promise<string> {
    return this.sessionId ?? (this.opening ??= this.open());
  }

  /** Starts a turn, or queues the message while one runs. */
  send(text: string): void {
    const prompt = text.trim();
    if (prompt === '') return;
    if (this.deps.modelId() === '' && needsModel(prompt)) {
      this.draft = text;
      this.show(this.transcript.addNotice('error', noModel));
    } else {
      this.draft = '';
      if (this.turn) this.queue.push(prompt);
      else this.start(prompt);
    }
    this.deps.onState();
  }

  /** Takes a queued message back into the draft. */
  unqueue(index: number): void {
    const [message] = this.queue.splice(index, 1);
    if (message !== undefined) this.addToDraft(message);
  }

  addToDraft(text: string): void {
    this.draft = this.draft === '' ? text : `${this.draft}\n${text}`;
    this.deps.onState();
  }

  /** Cancels the turn and everything that waits for the person; queued messages become the draft. */
  stop(): void {
    const { turn } = this;
    if (turn === undefined || turn.isStopped) return;
    turn.isStopped = true;
    this.takeQueueBack();
    turn.grace = this.deps.clock.after(stopGraceMs, () => this.giveUp(turn));
    this.show(this.transcript.endTurn());
    if (this.sessionId !== undefined) this.cancel(this.sessionId);
    this.deps.onState();
  }

  update(update: SessionUpdate): void {
    this.dropSettled(update);
    this.show(this.transcript.update(update));
    this.refreshBackground();
  }

  refreshApprovals(): void {
    this.show(this.transcript.setApprovals(this.pending()));
  }

  refreshBackground(): void {
    this.show(this.transcript.setBackground(this.backgroundCommands()));
  }

  showRollback(itemId: string, rollback: CardRollback | undefined): void {
    this.show(this.transcript.setRollback(itemId, rollback));
  }

  dispose(): void {
    this.stop();
    this.turn?.grace?.dispose();
  }

  /** A call that runs or has ended waits for nobody: rules that changed meanwhile settled it. */
  private dropSettled(update: SessionUpdate): void {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return;
    const { status, toolCallId } = update;
    if (!status || status === 'pending' || this.sessionId === undefined) return;
    this.deps.approvals.cancelCall(this.sessionId, toolCallId);
  }

  private backgroundCommands() {
    return this.sessionId === undefined ? [] : this.deps.background.list(this.sessionId);
  }

  private pending() {
    return this.deps.approvals.list().filter((item) => item.sessionId === this.sessionId);
  }

  private start(prompt: string): void {
    const isFirst = this.transcript.items().every(({ type }) => type !== 'user');
    if (isFirst) this.title = toTitle(prompt);
    this.show(this.transcript.addUser(prompt));
    const turn: Turn = { isStopped: false };
    this.turn = turn;
    void this.run(prompt, turn);
  }

  private async run(prompt: string, turn: Turn): Promise<void> {
    try {
      const sessionId = await this.session();
      if (turn.isStopped) {
        this.end(turn, noticeOfStop.cancelled);
        return;
      }
      const meta: PromptMeta = { model: this.deps.modelId() };
      const { stopReason } = await this.deps.agent().prompt({
        sessionId,
        prompt: [{ type: 'text', text: prompt }],
        _meta: { gatehouse: meta },
      });
      this.end(turn, noticeFor(turn, stopReason));
    } catch (error) {
      this.fail(turn, error);
    }
  }

  private async open(): Promise<string> {
    try {
      const request = { cwd: this.deps.cwd(), mcpServers: [] };
      const { sessionId } = await this.deps.agent().newSession(request);
      this.sessionId = sessionId;
    } finally {
      this.opening = undefined;
    }
    this.deps.onSession(this.sessionId);
    return this.sessionId;
  }

  private cancel(sessionId: string): void {
    this.deps.approvals.cancelSession(sessionId);
    this.deps
      .agent()
      .cancel({ sessionId })
      .catch((error: unknown) => this.deps.warn(`Stopping failed: ${messageOf(error)}`));
  }

  private fail(turn: Turn, error: unknown): void {
    if (this.turn !== turn) return;
    if (turn.isStopped) {
      this.end(turn, noticeOfStop.cancelled);
      return;
    }
    this.takeQueueBack();
    const text = `The turn failed: ${messageOf(error)} Send the message again, or start a new chat.`;
    this.show(this.transcript.addNotice('error', text));
    this.end(turn, undefined);
  }

  private giveUp(turn: Turn): void {
    const text =
      'Stopped. The agent has not confirmed it; what it still does is refused or recorded.';
    this.end(turn, text);
  }

  /** Ends a turn once; a late answer of a turn that was given up changes nothing. */
  private end(turn: Turn, notice: string | undefined): void {
    if (this.turn !== turn) return;
    this.turn = undefined;
    turn.grace?.dispose();
    this.show(this.transcript.endTurn());
    if (this.sessionId !== undefined) this.deps.approvals.cancelSession(this.sessionId);
    const last = this.transcript.items().at(-1);
    if (notice !== undefined && last?.type !== 'notice') {
      this.show(this.transcript.addNotice('info', notice));
    }
    const next = this.queue.shift();
    if (next !== undefined) this.start(next);
    this.deps.onState();
  }

  private takeQueueBack(): void {
    const messages = this.queue;
    this.queue = [];
    if (messages.length > 0) this.addToDraft(messages.join('\n'));
  }

  private show(changes: readonly PanelChange[]): void {
    if (changes.length > 0) this.deps.onItems(changes);
  }
}

/** A stop may come at any time; a turn that was stopped ends as such, whatever the agent says. */
function noticeFor(turn: Turn, stopReason: StopReason): string | undefined {
  return noticeOfStop[turn.isStopped ? 'cancelled' : stopReason];
}

/** `!command` and `/tool …` are run by the pipeline alone (DESIGN 1.4). */
function needsModel(prompt: string): boolean {
  return !prompt.startsWith('!') && !/^\/tool(?:\s|$)/.test(prompt);
}

function toTitle(prompt: string): string {
  return cutMarked(escapeControlInline(prompt.split('\n', 1)[0] ?? ''), maxTitle);
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'The agent gave no reason.';
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
