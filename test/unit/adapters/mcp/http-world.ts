import assert from 'node:assert/strict';
import { noProxySettings } from '../../../../src/adapters/http/proxy-route';
import { connectHttp } from '../../../../src/adapters/mcp/connect-http';
import type { McpLimits } from '../../../../src/adapters/mcp/connection';
import { systemClock } from '../../../../src/adapters/system/clock';
import { inEnglish } from '../../../../src/core/base/sentence';
import { readResult } from '../../../../src/core/mcp/call-result';
import type { McpAnswer, McpConnection } from '../../../../src/core/ports/mcp';
import type { Clock } from '../../../../src/core/ports/system';
import { HttpServer } from './http-server';

export const never = new AbortController().signal;

export interface How {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<McpLimits>;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** A server of the test and our client of it. */
export class HttpWorld {
  server = new HttpServer();
  open: McpConnection | undefined;
  readonly ends: string[] = [];
  printed = '';
  ask: (params: unknown) => Promise<McpAnswer> = () => assert.fail('asked');
  changes = 0;

  async begin(): Promise<void> {
    this.server = new HttpServer();
    await this.server.start();
    this.ends.length = this.changes = 0;
    this.printed = '';
  }

  async end(): Promise<void> {
    await this.open?.end('now');
    this.open = undefined;
    this.server.stop();
  }

  async connect({
    url = this.server.url,
    headers = {},
    limits = {},
    signal = never,
    clock = systemClock,
  }: How = {}) {
    const events = {
      printed: (text: string) => void (this.printed += text),
      toolsChanged: () => void (this.changes += 1),
      offersChanged: () => undefined,
      ended: (why: Parameters<typeof inEnglish>[0]) => void this.ends.push(inEnglish(why)),
    };
    const address = { url, headers, confidential: Object.values(headers) };
    const connected = await connectHttp(address, events, signal, {
      clock,
      version: '0',
      limits: { start: 5000, idle: 5000, total: 20_000, ...limits },
      rules: () => ({ allow: [], deny: [], trustProxy: false }),
      proxy: () => noProxySettings,
      environment: () => ({}),
    });
    this.open = connected.ok ? connected.value : undefined;
    return connected;
  }

  async running(how: How = {}): Promise<McpConnection> {
    const connected = await this.connect(how);
    assert.ok(connected.ok, connected.ok ? '' : connected.failure.message);
    return connected.value;
  }

  call(connection: McpConnection, signal: AbortSignal = never) {
    const onProgress = (text: string) => void (this.printed += `${text}\n`);
    return connection.callTool({
      name: 'echo',
      args: { text: 'hi' },
      signal,
      onProgress,
      ask: (params) => this.ask(params),
    });
  }

  /** What the tool said, or why it did not. */
  async saidBy(connection: McpConnection): Promise<string> {
    const result = await this.call(connection);
    return result.ok
      ? (readResult(result.value)?.output.text ?? 'nothing')
      : `${result.failure.category} ${result.failure.message}`;
  }
}

export async function until(isSo: () => boolean): Promise<void> {
  for (let left = 200; !isSo(); left -= 1) {
    assert.ok(left > 0, `not within 4 seconds: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
