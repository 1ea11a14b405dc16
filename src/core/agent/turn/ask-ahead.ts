import type { RawCall } from '../../contracts/calls/call';
import { raceAbort } from '../../base/async';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../ports/runner';
import type { PromptContext } from '../conversation/conversation';

/** Users do not read more questions at once. */
const maxAhead = 8;

const cancelled: ApprovalAnswer = { answer: 'cancelled' };

/** A question that was asked before the turn of its call. */
interface Asked {
  readonly question: Promise<ApprovalRequest | undefined>;
  readonly answer: Promise<ApprovalAnswer>;
  readonly stop: AbortController;
}

/**
 * Asks the user about the later calls of an answer as soon as one of them asks, so that they are
 * seen together. The calls still run one after another, and each is judged when its turn comes: an
 * answer given ahead counts only if the question is still exactly the same.
 */
export class AskAhead {
  private readonly waiting: RawCall[];
  private readonly asked = new Map<string, Asked>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    calls: readonly RawCall[],
    private readonly prompt: PromptContext,
  ) {
    this.waiting = [...calls];
  }

  /** For the calls of this answer, and for what runs in their place. */
  readonly approver: Approver = {
    ask: async (request, signal) => {
      const given = await this.answerOf(request, signal);
      if (given !== undefined) return given;
      const answer = this.prompt.chat.approver.ask(request, signal);
      this.askOthers();
      return answer;
    },
  };

  /** The turn of a call has come: it asks by itself, if it was not asked about before. */
  begin(toolCallId: string): void {
    const at = this.waiting.findIndex((call) => call.toolCallId === toolCallId);
    if (at !== -1) this.waiting.splice(at, 1);
  }

  /** The call has ended: a question about it that is still open is withdrawn. */
  end(toolCallId: string): void {
    this.asked.get(toolCallId)?.stop.abort();
    this.asked.delete(toolCallId);
  }

  private async answerOf(
    request: ApprovalRequest,
    signal: AbortSignal,
  ): Promise<ApprovalAnswer | undefined> {
    const { toolCallId } = request.call;
    const asked = this.asked.get(toolCallId);
    if (asked === undefined) return undefined;
    this.asked.delete(toolCallId);
    const shown = await asked.question;
    if (shown !== undefined && shownOf(shown) === shownOf(request)) {
      const answer = await raceAbort(asked.answer, signal, () => cancelled);
      // One that was cancelled was never answered; the question may still be put.
      if (answer.answer !== 'cancelled' || signal.aborted) return answer;
    }
    asked.stop.abort();
    return undefined;
  }

  private askOthers(): void {
    for (const call of this.waiting.splice(0, maxAhead)) {
      const stop = new AbortController();
      const signal = AbortSignal.any([this.prompt.signal, stop.signal]);
      const question = this.last.then(() => this.questionOf(call, signal));
      const answer = question.then((request) =>
        request === undefined ? cancelled : this.prompt.chat.approver.ask(request, signal),
      );
      // In the order of the calls.
      this.last = question;
      const asked: Asked = { question, answer, stop };
      this.asked.set(call.toolCallId, asked);
      void this.showAnswer(call.toolCallId, asked);
    }
  }

  /** Until its turn comes, the call is shown as answered. */
  private async showAnswer(toolCallId: string, asked: Asked): Promise<void> {
    const { answer } = await asked.answer;
    if (this.asked.get(toolCallId) !== asked) return;
    if (answer !== 'allow' && answer !== 'deny') return;
    const said = answer === 'allow' ? 'allowed' : 'denied';
    this.prompt.chat.showCall({ type: 'answered', toolCallId, answer: said });
  }

  private async questionOf(
    call: RawCall,
    signal: AbortSignal,
  ): Promise<ApprovalRequest | undefined> {
    const { chat } = this.prompt;
    try {
      return await chat.deps.runner.questionOf(call, { context: chat.run(), signal });
    } catch {
      // The call will be judged again, and asks then.
      return undefined;
    }
  }
}

/** All that the user sees of a question, and the files behind what is redacted. */
function shownOf({ title, details, diffs, basis = '' }: ApprovalRequest): string {
  return JSON.stringify([title, details, diffs, basis]);
}
