import { Emitter } from '../../adapters/system/emitter';
import { isAborted } from '../../core/base/async';
import { say, type Sentence } from '../../core/base/sentence';
import type { Result } from '../../core/contracts/failure';
import { readQuestion, type Question, type RefuseUrl } from '../../core/mcp/question';
import type { McpAnswer } from '../../core/ports/mcp';
import type { Disposable, System } from '../../core/ports/system';

/** The call that a question belongs to. */
export interface AskingCall {
  readonly server: string;
  /** Canonical id. */
  readonly tool: string;
  readonly sessionId: string;
  readonly toolCallId: string;
  /** Shows a sentence on its card. */
  readonly note: (text: Sentence) => void;
}

/** Asks the user what a server asks; never rejects. The signal closes the question. */
export type AskUser = (
  call: AskingCall,
  params: unknown,
  signal: AbortSignal,
) => Promise<McpAnswer>;

/** A question that waits for the user. */
export interface ServerQuestion {
  readonly id: string;
  readonly call: AskingCall;
  readonly question: Question;
}

/** What became of a question; no value that the user typed. */
export interface AnsweredQuestion {
  readonly call: AskingCall;
  /** Undefined if it was none that can be asked. */
  readonly question: Question | undefined;
  readonly action: McpAnswer['action'];
  /** False if no one was asked, or no one answered. */
  readonly byUser: boolean;
  readonly fields: readonly string[];
}

export interface ServerQuestionsDeps {
  readonly system: System;
  /** Milliseconds until an unanswered question is cancelled; 0 waits for ever. */
  readonly timeoutMs: () => number;
  readonly refuseUrl: RefuseUrl;
  readonly views: QuestionViews;
  /** Resolves when it is in the audit log. */
  readonly record: (answered: AnsweredQuestion) => Promise<Result<void>>;
  readonly report: (error: unknown) => void;
}

/** Where the user sees a question. */
export interface QuestionViews {
  /** Points to a question without taking the focus; settles with what the user chose there. */
  readonly announce: (question: ServerQuestion) => Promise<'answer' | 'decline' | undefined>;
  /** Asks, now that the user wants to answer. Sends nothing. */
  readonly show: (question: ServerQuestion, signal: AbortSignal) => Promise<McpAnswer>;
  /** Opens a page in the user's browser; false if that failed. */
  readonly open: (url: string) => Promise<boolean>;
  /** For a click on a question that waits no longer. */
  readonly informOver: () => void;
}

interface Settled {
  readonly answer: McpAnswer;
  readonly byUser: boolean;
}

interface Waiting {
  readonly item: ServerQuestion;
  readonly over: AbortController;
  readonly settle: (settled: Settled) => void;
}

/**
 * Questions of MCP servers to the user (003-mcp-7), held by the host as approvals are: a
 * notification and the status bar only point to them, and closing one is no answer.
 */
export class ServerQuestions implements Disposable {
  private readonly waiting = new Map<string, Waiting>();
  private readonly changed = new Emitter();
  private isShowing = false;

  constructor(private readonly deps: ServerQuestionsDeps) {}

  readonly ask: AskUser = async (call, params, signal) => {
    const read = readQuestion(params, this.deps.refuseUrl);
    if (!read.ok) {
      call.note(say`Gatehouse declined what the MCP server ${call.server} asks: ${read.failure}`);
      const refused = { call, question: undefined, byUser: false, fields: [] } as const;
      return this.recorded({ ...refused, action: 'decline' }, { action: 'decline' });
    }
    const question = read.value;
    call.note(
      say`The MCP server ${call.server} asks you something. Answer it from the notification or the status bar.`,
    );
    const { answer, byUser } = await this.answerOf(
      { id: this.deps.system.ids.uuid(), call, question },
      signal,
    );
    const { action, content = {} } = answer;
    const fields = Object.keys(content);
    return this.recorded({ call, question, action, byUser, fields }, answer);
  };

  /** Oldest first. */
  list(): readonly ServerQuestion[] {
    return [...this.waiting.values()].map(({ item }) => item);
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  /** Asks the oldest; false if none waits. */
  async showNext(): Promise<boolean> {
    const [next] = this.waiting.values();
    if (next !== undefined) await this.show(next);
    return next !== undefined;
  }

  dispose(): void {
    for (const { settle } of this.waiting.values()) settle(unanswered);
    this.changed.dispose();
  }

  private answerOf(item: ServerQuestion, signal: AbortSignal): Promise<Settled> {
    if (isAborted(signal)) return Promise.resolve(unanswered);
    const { system, timeoutMs } = this.deps;
    const over = new AbortController();
    return new Promise<Settled>((resolve) => {
      const cancel = (): void => settle(unanswered);
      const ms = timeoutMs();
      const timer = ms > 0 ? system.clock.after(ms, cancel) : undefined;
      const settle = (settled: Settled): void => {
        if (!this.waiting.delete(item.id)) return;
        signal.removeEventListener('abort', cancel);
        timer?.dispose();
        resolve(settled);
        over.abort();
        this.changed.fire();
      };
      signal.addEventListener('abort', cancel);
      const entry = { item, over, settle };
      this.waiting.set(item.id, entry);
      this.changed.fire();
      this.announce(entry).catch(this.deps.report);
    });
  }

  private async announce(entry: Waiting): Promise<void> {
    const chosen = await this.deps.views.announce(entry.item);
    if (chosen === undefined) return;
    if (!this.waiting.has(entry.item.id)) this.deps.views.informOver();
    else if (chosen === 'answer') await this.show(entry);
    else entry.settle({ answer: { action: 'decline' }, byUser: true });
  }

  /** One at a time: the others stay in the status bar. */
  private async show({ item, over, settle }: Waiting): Promise<void> {
    if (this.isShowing) return;
    this.isShowing = true;
    try {
      const answer = await this.deps.views.show(item, over.signal);
      if (isAborted(over.signal)) this.deps.views.informOver();
      else settle({ answer, byUser: true });
    } finally {
      this.isShowing = false;
    }
  }

  /** Nothing is sent and nothing is opened that is not in the audit log. */
  private async recorded(answered: AnsweredQuestion, answer: McpAnswer): Promise<McpAnswer> {
    const written = await this.deps.record(answered);
    const { question } = answered;
    if (!written.ok) return { action: 'cancel' };
    if (answer.action !== 'accept' || question?.kind !== 'url') return answer;
    return (await this.deps.views.open(question.url)) ? answer : { action: 'cancel' };
  }
}

const unanswered: Settled = { answer: { action: 'cancel' }, byUser: false };
