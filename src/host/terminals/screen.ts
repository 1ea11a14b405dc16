import type { StreamName } from '../../adapters/process/captured-output';
import { type TextFilter, createEscapeFilter } from '../../core/base/ansi';
import { escapeControl, escapeControlInline } from '../../core/base/escape-control';
import type { Clock } from '../../core/ports/system';
import type { TerminalExit } from '../../core/ports/terminals';
import { createLineEditor } from './line-editor';
import { cutEnd } from '../../core/base/text-lines';
import { createHeadTail, type HeadTail } from '../../core/base/head-tail';
import type { Disposable } from '../../core/ports/disposable';

/** User actions on the command that runs in a terminal. */
export interface CommandControls {
  type(text: string): void;
  closeInput(): void;
  /** Ctrl-C. */
  stop(): void;
}

/** The content of one terminal: one command after another. */
export interface Screen {
  begin(run: { readonly command: string; readonly cwd: string }): void;
  /** The command has started, and takes the user's input. */
  attach(controls: CommandControls): void;
  /** `isPlain`: the text has no control but backspace, tab and line ends. */
  mirror(stream: StreamName, text: string, isPlain?: boolean): void;
  /** Shows what was typed for the command from outside the terminal. */
  echo(text: string): void;
  end(exit: TerminalExit): void;
  /** The command could not be started. */
  fail(message: string): void;
  /** From the terminal: it accepts text now, or the user typed. */
  opened(): void;
  typed(data: string): void;
  dispose(): void;
}

export function createScreen(clock: Clock, write: (text: string) => void): Screen {
  const writer = createTerminalWriter(clock, write);
  writer.print(greeting);
  let filters = createFilters();
  let controls: CommandControls | undefined;
  let startedAt = 0;
  let isAtLineStart = true;

  const echo = (text: string): void => {
    isAtLineStart = text.endsWith('\n');
    writer.print(text);
  };
  const editor = createLineEditor({
    echo,
    send: (text) => controls?.type(text),
    end: () => controls?.closeInput(),
    interrupt: () => controls?.stop(),
  });
  const close = (text: string): void => {
    controls = undefined;
    editor.reset();
    writer.print((isAtLineStart ? '' : '\r\n') + text);
    isAtLineStart = true;
  };

  return {
    begin: ({ command, cwd }) => {
      startedAt = clock.monotonic();
      filters = createFilters();
      writer.print(commandHeader(command, cwd));
    },
    attach: (commandControls) => {
      controls = commandControls;
    },
    mirror: (stream, text, isPlain) => {
      const shown = filters[stream].write(text, isPlain);
      if (shown === '') return;
      isAtLineStart = shown.endsWith('\n');
      writer.mirror(stream === 'stderr' ? red(shown) : shown);
    },
    echo: (text) => echo(withCarriageReturns(escapeControl(text))),
    end: (exit) => close(commandFooter(exit, clock.monotonic() - startedAt)),
    fail: (message) => close(`${red(message)}\r\n\r\n`),
    opened: () => writer.opened(),
    typed: (data) => {
      // Between commands, input is not read.
      if (controls !== undefined) editor.type(data);
    },
    dispose: () => writer.dispose(),
  };
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
const greeting = withCarriageReturns(
  `${dim('Output in this terminal is not redacted. Press Ctrl+C to stop a command.')}\n\n`,
);

/** Header above the output: folder and command, with invisible characters escaped. */
export function commandHeader(command: string, cwd: string): string {
  const shown = escapeControl(cutEnd(command, maxCommand));
  const rest = command.length - maxCommand;
  const more = rest > 0 ? dim(`\n… ${String(rest)} characters more …`) : '';
  return withCarriageReturns(`${dim(escapeControlInline(cwd))}\n${bold(`$ ${shown}`)}${more}\n`);
}

/** Footer below the output: the result and the duration. */
export function commandFooter(exit: TerminalExit, durationMs: number): string {
  const took = dim(` · ${durationText(durationMs)}`);
  return `\x1b[0m${exitText(exit)}${took}\r\n\r\n`;
}

function exitText(exit: TerminalExit): string {
  if (exit.endedBy === 'person') return red('stopped by you');
  if (exit.endedBy === 'kill') return red('stopped');
  if (!exit.exitCodeKnown) return red('ended, exit code unknown');
  if (exit.exitCode === 0) return green('exit code 0');
  const signal = exit.signal === undefined ? '' : ` (${exit.signal})`;
  return red(`exit code ${String(exit.exitCode)}${signal}`);
}

function durationText(ms: number): string {
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}

const tickMs = 50;
const bytesPerSecond = 256 * 1024;
const leastBytes = 8 * 1024;
const unopenedBytes = 64 * 1024;

/** Writes to a terminal without flow control. */
export interface TerminalWriter {
  /** Output of a command: joined, and cut in its middle when there is too much for the terminal. */
  mirror(text: string): void;
  /** Our own text: printed in full after all output so far. */
  print(text: string): void;
  /** The terminal can take text from now on; what came before is written. */
  opened(): void;
  dispose(): void;
}

/**
 * VS Code has no flow control for the terminals of extensions, so the writer keeps to 256 KB a
 * second and says how much it skipped; at most 64 KB wait for the terminal to open. The captured
 * output loses nothing by this.
 */
export function createTerminalWriter(clock: Clock, write: (text: string) => void): TerminalWriter {
  let unopened: HeadTail | undefined = createHeadTail(unopenedBytes, skipped);
  let budget = bytesPerSecond;
  let filledAt = clock.monotonic();
  let waiting = createHeadTail(budget, skipped);
  let timer: Disposable | undefined;

  const put = (text: string): void => {
    if (unopened === undefined) write(text);
    else unopened.append(text);
  };
  const flush = (): void => {
    timer?.dispose();
    timer = undefined;
    const { text } = waiting.read();
    if (text !== '') put(withCarriageReturns(text));
    const now = clock.monotonic();
    const earned = ((now - filledAt) / 1000) * bytesPerSecond;
    budget = Math.min(bytesPerSecond, budget + earned - text.length);
    filledAt = now;
    waiting = createHeadTail(Math.max(leastBytes, Math.floor(budget)), skipped);
  };

  return {
    mirror: (text) => {
      waiting.append(text);
      timer ??= clock.after(tickMs, flush);
    },
    print: (text) => {
      flush();
      put(text);
    },
    opened: () => {
      const early = unopened?.read().text ?? '';
      unopened = undefined;
      if (early !== '') write(early);
    },
    dispose: () => {
      timer?.dispose();
      timer = undefined;
    },
  };
}

function skipped(bytes: number): string {
  return `\x1b[0m\r\n… ${String(bytes)} bytes skipped …\r\n`;
}
