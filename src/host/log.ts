import * as vscode from 'vscode';
import type { Disposable } from '../core/ports/disposable';

/** The output channel "Gatehouse". Every line has been redacted. */
export interface Log extends Disposable {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  /** Logs what was thrown, with its stack. */
  report(error: unknown): void;
  show(): void;
}

/** `redact` removes credentials from a line before it is written. */
export function createLog(redact: (text: string) => string): Log {
  const channel = vscode.window.createOutputChannel('Gatehouse', { log: true });
  return {
    debug: (message) => channel.debug(redact(message)),
    info: (message) => channel.info(redact(message)),
    warn: (message) => channel.warn(redact(message)),
    error: (message) => channel.error(redact(message)),
    report: (error) => channel.error(redact(describe(error))),
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
