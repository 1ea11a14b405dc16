import type { Client } from '@modelcontextprotocol/client';
import { sleep } from '../../core/base/async';
import type { McpAnswer, McpCall } from '../../core/ports/mcp';
import type { Clock } from '../../core/ports/system';
import { CallTimer, type CallLimits } from './call-timer';

/** How many questions one call may bring; further ones are declined unseen. */
const maxQuestions = 10;

/** Without word of the server, the user gets this long for a page, in milliseconds. */
const pageMs = 60_000;

/** A page that a call needs the user to open, as the server names it. */
export interface Page {
  readonly elicitationId: string;
}

interface Running {
  readonly timer: CallTimer;
  /** Aborted when it ends, so that no question outlives it. */
  readonly over: AbortController;
  questions: number;
}

/** The calls that one server works on, to which its questions belong. */
export class RunningCalls {
  private readonly running = new Map<McpCall, Running>();
  /** Those that calls wait for, by their ids. */
  private readonly pages = new Map<string, AbortController>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: CallLimits,
  ) {}

  begin(call: McpCall): CallTimer {
    const timer = new CallTimer(this.clock, this.limits);
    this.running.set(call, { timer, over: new AbortController(), questions: 0 });
    return timer;
  }

  end(call: McpCall): void {
    const running = this.running.get(call);
    running?.timer.dispose();
    running?.over.abort();
    this.running.delete(call);
  }

  /** Asks the user for a call; while it waits, no call of this server gets late. */
  async ask(params: unknown, call: McpCall, signal: AbortSignal = call.signal): Promise<McpAnswer> {
    const running = this.running.get(call);
    if (running === undefined || running.questions >= maxQuestions) return { action: 'decline' };
    running.questions += 1;
    const closes = AbortSignal.any([signal, call.signal, running.over.signal]);
    return this.timeless(() => call.ask(params, closes));
  }

  /**
   * Has the user open the pages that a call needs (003-mcp-23), and waits for each until the server
   * says that the user is done with it; it need not say so.
   */
  async visit(pages: readonly Page[], call: McpCall): Promise<McpAnswer['action']> {
    for (const page of pages) {
      const done = new AbortController();
      this.pages.set(page.elicitationId, done);
      try {
        const { action } = await this.ask(page, call);
        if (action !== 'accept') return action;
        const over = AbortSignal.any([done.signal, call.signal]);
        await this.timeless(() => sleep(pageMs, over, this.clock));
      } finally {
        this.pages.delete(page.elicitationId);
      }
    }
    return 'accept';
  }

  private async timeless<T>(work: () => Promise<T>): Promise<T> {
    const timers = [...this.running.values()].map(({ timer }) => timer);
    for (const timer of timers) timer.pause();
    try {
      return await work();
    } finally {
      for (const timer of timers) timer.resume();
    }
  }

  /**
   * Takes the questions that servers of the older revisions send by themselves. They do not say
   * which call they are for: the latest is taken, and without a call no one is asked.
   */
  answer(client: Client): void {
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
      this.pages.get(params.elicitationId)?.abort(),
    );
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
      const call = [...this.running.keys()].at(-1);
      const answer = call && (await this.ask(params, call, mcpReq.signal));
      if (answer === undefined || answer.action !== 'accept') {
        return { action: answer?.action ?? 'decline' };
      }
      const { content } = answer;
      return content === undefined ? { action: 'accept' } : { action: 'accept', content };
    });
  }
}
