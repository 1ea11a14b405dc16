import { say, type Sentence } from '../../core/base/sentence';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { parseJson } from '../../core/contracts/json';
import type { McpEvents, McpLaunch } from '../../core/ports/mcp';
import type { Clock, Disposable } from '../../core/ports/system';
import { FloodGate } from './flood-gate';
import { maxMessageBytes, messageOf } from './message';
import { groupOf, type ProcessGroup } from '../process/process-group';

/** A server that is asked to end by closing its input gets this long, in milliseconds. */
const partingMs = 500;
const newline = 0x0a;

/**
 * A server as a process of its own: one message a line, in both directions. It runs in a process
 * group without a shell, so that it ends with all that it has started.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why it was ended; undefined while it runs, or if it ended by itself. */
  reason: Sentence | undefined;
  private child: ChildProcessWithoutNullStreams | undefined;
  private group: ProcessGroup | undefined;
  private parts: Buffer[] = [];
  private size = 0;
  private readonly flood: FloodGate;
  private hasSaidNoise = false;

  constructor(
    private readonly launch: McpLaunch,
    private readonly events: Pick<McpEvents, 'printed'>,
    private readonly clock: Clock,
  ) {
    this.flood = new FloodGate(clock);
  }

  async start(): Promise<void> {
    const { command, args, cwd, env } = this.launch;
    const child = spawn(command, [...args], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    await once(child, 'spawn');
    this.child = child;
    this.group = groupOf(child, { env }, this.clock);
    child.on('error', (error) => this.onerror?.(error));
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.events.printed(text));
    child.stdout.on('data', (chunk: Buffer) => this.take(chunk));
    child.once('exit', (code, signal) => {
      const how = signal ?? (code === null ? 'unknown' : say`exit code ${String(code)}`);
      this.reason ??= say`it ended by itself (${how})`;
    });
    child.once('close', () => {
      this.flood.dispose();
      this.onclose?.();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { child } = this;
    if (child === undefined || !child.stdin.writable) throw new Error('The server has ended.');
    if (child.stdin.write(`${JSON.stringify(message)}\n`)) return;
    await Promise.race([once(child.stdin, 'drain'), once(child, 'close')]);
  }

  /** Ends the server: asks it, then its process group, then kills what is left. */
  async close(): Promise<void> {
    const { child, group } = this;
    this.reason ??= say`it was stopped`;
    if (child === undefined || group === undefined) return;
    child.stdin.end();
    if (!hasExited(child)) await this.exitWithin(child);
    await group.end('everywhere');
    release(child);
  }

  /** Waits for nothing. */
  endNow(why: Sentence): void {
    this.reason ??= why;
    if (this.child === undefined) return;
    this.group?.endNow();
    release(this.child);
  }

  private exitWithin(child: ChildProcessWithoutNullStreams): Promise<unknown> {
    let timer: Disposable | undefined;
    const late = new Promise((resolve) => {
      timer = this.clock.after(partingMs, () => resolve(undefined));
    });
    return Promise.race([once(child, 'exit'), late]).finally(() => timer?.dispose());
  }

  private take(chunk: Buffer): void {
    let from = 0;
    let messages = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      this.keep(chunk.subarray(from, at));
      from = at + 1;
      messages += 1;
      const line = Buffer.concat(this.parts).toString('utf8').trim();
      this.parts = [];
      this.size = 0;
      if (line !== '') this.read(line);
    }
    this.keep(chunk.subarray(from));
    if (this.size > maxMessageBytes) {
      this.endNow(say`it sent a message of more than 10 MB`);
      return;
    }
    const { child } = this;
    if (child === undefined || this.reason !== undefined) return;
    const verdict = this.flood.count(messages, () => child.stdout.resume());
    if (verdict === 'pause') child.stdout.pause();
    if (verdict === 'end') this.endNow(say`it kept sending too many messages`);
  }

  private keep(piece: Buffer): void {
    if (piece.length === 0 || this.size > maxMessageBytes) return;
    this.parts.push(piece);
    this.size += piece.length;
  }

  private read(line: string): void {
    const message = messageOf(parseJson(line));
    if (message !== undefined) {
      this.onmessage?.(message);
      return;
    }
    if (this.hasSaidNoise) return;
    this.hasSaidNoise = true;
    this.onerror?.(new Error('The server prints lines that are no messages; they are ignored.'));
  }
}

function hasExited(child: ChildProcessWithoutNullStreams): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** A process that has left the group may hold the pipes open. */
function release(child: ChildProcessWithoutNullStreams): void {
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}
