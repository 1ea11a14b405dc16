import { say } from '../../core/base/sentence';
import type { StreamName } from '../../adapters/process/captured-output';
import { type TextFilter, createEscapeFilter } from '../../core/base/ansi';
import { escapeControl, escapeControlInline } from '../../core/base/escape-control';
import type { Disposable, Clock } from '../../core/ports/system';
import type { TerminalExit } from '../../core/ports/terminals';
import { createLineEditor } from './line-editor';
import { cutEnd } from '../../core/base/text-lines';
import { createHeadTail, type HeadTail } from '../../core/base/head-tail';
import { t, shown } from '../window/language';

/** User actions on the command that runs in a terminal. */
export interface CommandControls {
  type(text: string): void;
  closeInput(): void;
  /** Ctrl-C. */
  stop(): void;
  /** True if the command asks for a secret: what is typed is not shown. */
  hidesInput(): boolean;
}

/** The content of one terminal: one command after another. */
export class Screen implements Disposable {
  private readonly writer: TerminalWriter;
  private readonly editor: ReturnType<typeof createLineEditor>;
  private filters = createFilters();
  private controls: CommandControls | undefined;
  private startedAt = 0;
  private isAtLineStart = true;

  constructor(
    private readonly clock: Clock,
    write: (text: string) => void,
  ) {
    this.writer = new TerminalWriter(clock, write);
    this.writer.print(greeting());
    this.editor = createLineEditor({
      echo: (text) => {
        if (text.endsWith('\r\n') || this.controls?.hidesInput() !== true) this.print(text);
      },
      send: (text) => this.controls?.type(text),
      end: () => this.controls?.closeInput(),
      interrupt: () => this.controls?.stop(),
    });
  }

  begin({ command, cwd }: { readonly command: string; readonly cwd: string }): void {
    this.startedAt = this.clock.monotonic();
    this.filters = createFilters();
    this.writer.print(commandHeader(command, cwd));
  }

  /** The command has started, and takes the user's input. */
  attach(controls: CommandControls): void {
    this.controls = controls;
  }

  /** `isPlain`: the text has no control but backspace, tab and line ends. */
  mirror(stream: StreamName, text: string, isPlain?: boolean): void {
    const shown = this.filters[stream].write(text, isPlain);
    if (shown === '') return;
    this.isAtLineStart = shown.endsWith('\n');
    this.writer.mirror(stream === 'stderr' ? red(shown) : shown);
  }

  /** Shows what was typed for the command from outside the terminal. */
  echo(text: string): void {
    this.print(withCarriageReturns(escapeControl(text)));
  }

  end(exit: TerminalExit): void {
    this.close(commandFooter(exit, this.clock.monotonic() - this.startedAt));
  }

  /** The command could not be started. */
  fail(message: string): void {
    this.close(`${red(message)}\r\n\r\n`);
  }

  /** From the terminal: it accepts text now, or the user typed. */
  opened(): void {
    this.writer.opened();
  }

  typed(data: string): void {
    // Between commands, input is not read.
    if (this.controls !== undefined) this.editor.type(data);
  }

  dispose(): void {
    this.writer.dispose();
  }

  private print(text: string): void {
    this.isAtLineStart = text.endsWith('\n');
    this.writer.print(text);
  }

  private close(text: string): void {
    this.controls = undefined;
    this.editor.reset();
    this.writer.print((this.isAtLineStart ? '' : '\r\n') + text);
    this.isAtLineStart = true;
  }
}

function createFilters(): Readonly<Record<StreamName, TextFilter>> {
  return { stdout: createMirrorFilter(), stderr: createMirrorFilter() };
}

const maxCommand = 4000;

const dim = (text: string): string => `\x1b[2m${text}\x1b[0m`;
const bold = (text: string): string => `\x1b[1m${text}\x1b[0m`;
const red = (text: string): string => `\x1b[31m${text}\x1b[39m`;
const green = (text: string): string => `\x1b[32m${text}\x1b[39m`;

/** On a bare LF, a terminal moves down but not to the start of the line. */
export function withCarriageReturns(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/**
 * The part of a command's output that reaches the terminal: text, colors and movements in its own
 * line. Titles, links, clipboard writes, shell marks and queries to the terminal are removed, and
 * so are movements to other lines, which could rewrite what we print above: a command must not
 * imitate our text.
 */
export function createMirrorFilter(): TextFilter {
  return createEscapeFilter((sequence) => /^\x1b\[[\d;:]*[CDGKm]$/.test(sequence));
}

/** The first lines of a terminal. */
const greeting = (): string =>
  withCarriageReturns(
    `${dim(t('Output in this terminal is not redacted. Press Ctrl+C to stop a command.'))}\n\n`,
  );

/** Header above the output: folder and command, with invisible characters escaped. */
export function commandHeader(command: string, cwd: string): string {
  const shown = escapeControl(cutEnd(command, maxCommand));
  const rest = command.length - maxCommand;
  const more = rest > 0 ? dim(`\n${t('… {0} characters more …', rest)}`) : '';
  return withCarriageReturns(`${dim(escapeControlInline(cwd))}\n${bold(`$ ${shown}`)}${more}\n`);
}

/** Footer below the output: the result and the duration. */
export function commandFooter(exit: TerminalExit, durationMs: number): string {
  const took = dim(` · ${durationText(durationMs)}`);
  return `\x1b[0m${exitText(exit)}${took}\r\n\r\n`;
}

function exitText(exit: TerminalExit): string {
  if (exit.endedBy === 'person') return red(t('stopped by you'));
  if (exit.endedBy === 'kill') return red(t('stopped'));
  if (!exit.exitCodeKnown) return red(t('ended, exit code unknown'));
  if (exit.exitCode === 0) return green(t('exit code {0}', 0));
  const { exitCode, signal } = exit;
  if (signal === undefined) return red(t('exit code {0}', exitCode));
  return red(t('exit code {0} ({1})', exitCode, signal));
}

function durationText(ms: number): string {
  if (ms < 60_000) {
    return shown(say`${{ amount: Math.floor(ms / 100) / 10, digits: [1, 1] }} s`);
  }
  const seconds = Math.floor(ms / 1000);
  return t('{0} min {1} s', Math.floor(seconds / 60), seconds % 60);
}

const tickMs = 50;
const bytesPerSecond = 256 * 1024;
const leastBytes = 8 * 1024;
const unopenedBytes = 64 * 1024;

/**
 * VS Code has no flow control for the terminals of extensions, so the writer keeps to 256 KB a
 * second and says how much it skipped; at most 64 KB wait for the terminal to open. The captured
 * output loses nothing by this.
 */
export class TerminalWriter implements Disposable {
  private unopened: HeadTail | undefined = createHeadTail(unopenedBytes, skipped);
  private budget = bytesPerSecond;
  private filledAt: number;
  private waiting = createHeadTail(bytesPerSecond, skipped);
  private timer: Disposable | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly write: (text: string) => void,
  ) {
    this.filledAt = clock.monotonic();
  }

  /** Output of a command: joined, and cut in its middle when there is too much for the terminal. */
  mirror(text: string): void {
    this.waiting.append(text);
    this.timer ??= this.clock.after(tickMs, () => this.flush());
  }

  /** Our own text: printed in full after all output so far. */
  print(text: string): void {
    this.flush();
    this.put(text);
  }

  /** The terminal can take text from now on; what came before is written. */
  opened(): void {
    const early = this.unopened?.read().text ?? '';
    this.unopened = undefined;
    if (early !== '') this.write(early);
  }

  dispose(): void {
    this.timer?.dispose();
    this.timer = undefined;
  }

  private put(text: string): void {
    if (this.unopened === undefined) this.write(text);
    else this.unopened.append(text);
  }

  private flush(): void {
    this.dispose();
    const { text } = this.waiting.read();
    if (text !== '') this.put(withCarriageReturns(text));
    const now = this.clock.monotonic();
    const earned = ((now - this.filledAt) / 1000) * bytesPerSecond;
    this.budget = Math.min(bytesPerSecond, this.budget + earned - text.length);
    this.filledAt = now;
    this.waiting = createHeadTail(Math.max(leastBytes, Math.floor(this.budget)), skipped);
  }
}

function skipped(bytes: number): string {
  return `\x1b[0m\r\n${t('… {0} bytes skipped …', bytes)}\r\n`;
}
