import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/disposable';

/** The output channel "Gatehouse". Every line has been redacted. */
export interface Log extends Disposable {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  /** Logs what was thrown, with its stack. */
  report(error: unknown): void;
  show(): void;
  /** The last lines, oldest first, for a support bundle. */
  recent(): readonly string[];
}

/** Enough context for an error. */
const keptLines = 500;

/** `redact` removes credentials from a line before it is written. */
export function createLog(redact: (text: string) => string): Log {
  const channel = vscode.window.createOutputChannel('Gatehouse', { log: true });
  const lines: string[] = [];
  const write = (level: 'debug' | 'info' | 'warn' | 'error', message: string): void => {
    const text = redact(message);
    channel[level](text);
    if (level === 'debug') return;
    lines.push(`${new Date().toISOString()} ${level} ${text}`);
    if (lines.length > keptLines) lines.shift();
  };
  return {
    debug: (message) => write('debug', message),
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message) => write('error', message),
    report: (error) => write('error', describe(error)),
    show: () => channel.show(true),
    recent: () => lines,
    dispose: () => channel.dispose(),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
