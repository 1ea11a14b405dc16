import { cutStart } from '../../core/base/text-lines';
import type {
  BackgroundCommand,
  BackgroundEnd,
  BackgroundStart,
  RetainedOutput,
  TerminalHandle,
  TerminalOutput,
} from '../../core/ports/terminals';
import type { Disposable, Clock } from '../../core/ports/system';
import { createHeadTail } from '../../core/base/head-tail';
import { splitUnread } from '../../core/base/redact/unread-text';

/** Characters kept of the output of a command that has ended. */
const maxEndedOutput = 256 * 1024;

/** Follows one command from its hand-over to its end; `onChange` reports visible changes. */
export class TrackedCommand implements BackgroundCommand {
  readonly toolCallId: string;
  readonly command: string;
  readonly leftBy: string | undefined;
  readonly terminalId: string;
  readonly startedAt: number;
  private readonly waiting = new Set<() => void>();
  private readonly unread: UnreadOutput;
  private readonly watchingInput: Disposable;
  private readonly ended: Promise<void>;
  private howEnded: BackgroundEnd | undefined;
  private endOutput: RetainedOutput | undefined;
  private waits = false;
  private endWasRead = false;

  constructor(
    readonly id: string,
    private readonly start: BackgroundStart,
    private readonly clock: Clock,
    private readonly onChange: () => void,
  ) {
    const { handle, toolCallId, command, leftBy } = start;
    this.toolCallId = toolCallId;
    this.command = command;
    this.leftBy = leftBy;
    this.terminalId = handle.terminalId;
    this.startedAt = handle.startedAt;
    this.unread = new UnreadOutput(handle, clock, () => this.reportNews());
    this.watchingInput = handle.onInputWait((now) => {
      if (this.waits === now) return;
      this.waits = now;
      onChange();
    });
    this.ended = start.ended.then((how) => this.finish(how));
  }

  end(): BackgroundEnd | undefined {
    return this.howEnded;
  }

  waitsForInput(): boolean {
    return this.waits;
  }

  takeNew(): RetainedOutput {
    return this.unread.take(this.howEnded !== undefined);
  }

  async output(): Promise<RetainedOutput> {
    return this.endOutput ?? boundedOutput(await this.start.handle.output());
  }

  hasUpdate(): boolean {
    return this.howEnded !== undefined || !this.unread.isEmpty;
  }

  nextUpdate(signal: AbortSignal): Promise<void> {
    return this.hasUpdate() ? Promise.resolve() : untilNews(this.waiting, signal);
  }

  markRead(): void {
    this.endWasRead = true;
  }

  /** True if it has ended and the end is unread. */
  isUnreadEnd(): boolean {
    return this.howEnded !== undefined && !this.endWasRead;
  }

  async stop(by: Parameters<BackgroundCommand['stop']>[0]): Promise<void> {
    if (this.howEnded !== undefined) return;
    await this.start.stop(by);
    await this.ended;
  }

  private async finish(how: Awaited<BackgroundStart['ended']>): Promise<void> {
    const durationMs = Math.max(0, this.clock.now() - this.startedAt);
    this.endOutput = boundedOutput(await this.start.handle.output());
    this.howEnded = { ...how, durationMs };
    this.waits = false;
    this.watchingInput.dispose();
    this.unread.dispose();
    this.reportNews();
    this.onChange();
  }

  private reportNews(): void {
    for (const settle of this.waiting) settle();
    this.waiting.clear();
  }
}

function boundedOutput({ combined, truncated, spooled }: TerminalOutput): RetainedOutput {
  const text = cutStart(combined, maxEndedOutput);
  return {
    text,
    truncated: truncated || text.length < combined.length,
    ...(spooled !== undefined && { stored: spooled.id }),
  };
}

function untilNews(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      waiting.delete(settle);
      signal.removeEventListener('abort', settle);
      resolve();
    };
    if (signal.aborted) {
      resolve();
      return;
    }
    waiting.add(settle);
    signal.addEventListener('abort', settle, { once: true });
  });
}

/** Bytes kept of unread output. */
const maxUnread = 256 * 1024;
/** Output from before the hand-over has arrived as live text after this time. */
const handOverMs = 200;

/**
 * Output written after the call has returned, until it is read. Begins where the answer of the call
 * ended. Live text comes a little late, so a first piece that comes at once may begin with what the
 * answer had already: that much of it is left out. No credential is cut between two reads.
 */
class UnreadOutput implements Disposable {
  private answered = '';
  private kept = createHeadTail(maxUnread);
  private hasText = false;
  /** What is kept has a part that no read has returned. */
  private hasHidden = false;
  private readonly listening: Disposable;

  constructor(
    handle: Pick<TerminalHandle, 'output' | 'onOutput'>,
    clock: Clock,
    onText: () => void,
  ) {
    const handedOver = clock.monotonic();
    this.listening = handle.onOutput((text) => {
      if (clock.monotonic() - handedOver > handOverMs) this.answered = '';
      this.add(text);
      if (this.hasText) onText();
    });
    // The call asks for the output that it answers at the same moment.
    void handle.output().then(({ combined }) => {
      const early = this.takeAll().text;
      this.answered = combined;
      if (early !== '') this.add(early);
    });
  }

  get isEmpty(): boolean {
    return !this.hasText;
  }

  /** `isLast`: nothing follows. */
  take(isLast: boolean): RetainedOutput {
    if (!this.hasText && !(isLast && this.hasHidden)) return { text: '', truncated: false };
    const { text, truncated } = this.takeAll();
    const { now, later } = isLast ? { now: text, later: '' } : splitUnread(text);
    this.kept.append(later);
    this.hasHidden = now.length + later.length === text.length && later !== '';
    return { text: now, truncated };
  }

  private takeAll(): RetainedOutput {
    const { text, cutBytes } = this.kept.read();
    this.kept = createHeadTail(maxUnread);
    this.hasText = false;
    return { text, truncated: cutBytes > 0 };
  }

  dispose(): void {
    this.listening.dispose();
  }

  private add(text: string): void {
    const fresh = withoutRepeat(this.answered, text);
    this.answered = '';
    if (fresh === '') return;
    this.kept.append(fresh);
    this.hasText = true;
  }
}

/**
 * `text` without the longest begin of it with which `before` ends. Linear (Knuth, Morris, Pratt):
 * long rows of one character would make it freeze the host otherwise.
 */
export function withoutRepeat(before: string, text: string): string {
  const borders = new Uint32Array(text.length);
  const next = (matched: number, unit: number): number => {
    let length = matched === text.length ? (borders[matched - 1] ?? 0) : matched;
    while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    return text.charCodeAt(length) === unit ? length + 1 : 0;
  };
  for (let at = 1; at < text.length; at += 1) {
    borders[at] = next(borders[at - 1] ?? 0, text.charCodeAt(at));
  }
  let matched = 0;
  for (let at = Math.max(0, before.length - text.length); at < before.length; at += 1) {
    matched = next(matched, before.charCodeAt(at));
  }
  return text.slice(matched);
}
