import { createEscapeFilter, type TextFilter } from '../../core/base/ansi';
import { escapeControl, escapeControlInline } from '../../core/base/escape-control';
import { cutEnd } from '../../core/base/text-lines';
import type { TerminalExit } from '../../core/ports/terminals';

const maxCommand = 4000;

const dim = (text: string): string => `\x1b[2m${text}\x1b[0m`;
const bold = (text: string): string => `\x1b[1m${text}\x1b[0m`;
export const red = (text: string): string => `\x1b[31m${text}\x1b[39m`;
const green = (text: string): string => `\x1b[32m${text}\x1b[39m`;

/** A terminal goes to the next line only, and not to its begin, on a bare LF. */
export function withCarriageReturns(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/**
 * What of a command's output reaches the terminal: text, colours and movements in its own line.
 * Titles, links, clipboard writes, shell marks and questions to the terminal do not, nor movements to
 * other lines, which could rewrite what we print above: a command must not speak for us.
 */
export function createMirrorFilter(): TextFilter {
  return createEscapeFilter((sequence) => /^\x1b\[[\d;:]*[CDGKm]$/.test(sequence));
}

/** The first lines of a terminal. */
export const greeting = withCarriageReturns(
  `${dim('This terminal is yours: what commands print here is not redacted. Ctrl-C stops them.')}\n\n`,
);

/** Stands above the output: where and what, with nothing in it that cannot be seen. */
export function commandHeader(command: string, cwd: string): string {
  const shown = escapeControl(cutEnd(command, maxCommand));
  const rest = command.length - maxCommand;
  const more = rest > 0 ? dim(`\n… ${String(rest)} characters more …`) : '';
  return withCarriageReturns(`${dim(escapeControlInline(cwd))}\n${bold(`$ ${shown}`)}${more}\n`);
}

/** Stands below the output: how it ended and how long it took. */
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
