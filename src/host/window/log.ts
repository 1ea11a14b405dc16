import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/system';
import { englishOf } from './language';

const keptLines = 500;

type Level = 'debug' | 'info' | 'warn' | 'error';

/** The channel "Gatehouse"; every line is English and has been redacted. Writers are passed on as functions. */
export class Log implements Disposable {
  private readonly channel = vscode.window.createOutputChannel('Gatehouse', { log: true });
  private readonly lines: string[] = [];

  /** `redact` removes credentials from a line before it is written. */
  constructor(private readonly redact: (text: string) => string) {}

  readonly debug = (message: string): void => this.write('debug', message);
  readonly info = (message: string): void => this.write('info', message);
  readonly warn = (message: string): void => this.write('warn', message);
  readonly error = (message: string): void => this.write('error', message);

  readonly report = (error: unknown): void => this.write('error', describe(error));

  show(): void {
    this.channel.show(true);
  }

  /** The last lines, oldest first, for a support bundle. */
  recent(): readonly string[] {
    return this.lines;
  }

  dispose(): void {
    this.channel.dispose();
  }

  private write(level: Level, message: string): void {
    const text = this.redact(englishOf(message));
    this.channel[level](text);
    this.lines.push(`${new Date().toISOString()} ${level} ${text}`);
    if (this.lines.length > keptLines) this.lines.shift();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
