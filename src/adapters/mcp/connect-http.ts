import { ProtocolError, type Client } from '@modelcontextprotocol/client';
import { isAborted, sleep } from '../../core/base/async';
import { say } from '../../core/base/sentence';
import { cutMarked } from '../../core/base/text-lines';
import {
  fail,
  failure,
  saidOf,
  succeed,
  type Failure,
  type Result,
} from '../../core/contracts/failure';
import { isObject } from '../../core/contracts/json';
import { mcpOffers } from '../../core/contracts/mcp/servers';
import { plainText } from '../../core/mcp/plain-text';
import { secretWords } from '../../core/mcp/secrets';
import type { McpAddress, McpCall, McpConnection, McpEvents, McpItems } from '../../core/ports/mcp';
import { GuardedClient, type GuardedClientDeps } from '../web/guarded-client';
import { systemNetwork } from '../web/network';
import { judgeNamedUrl } from '../web/public-url';
import { refusedBy } from '../web/web-failures';
import { callFailure } from './call-failure';
import { callTool } from './call-tool';
import {
  clientOf,
  factsOf,
  lateStart,
  listOffers,
  listTools,
  usualLimits,
  type Asking,
  type ConnectDeps,
  type Negotiation,
} from './connection';
import { HttpChannel } from './http-channel';
import { refusedStatus } from './http-failure';
import { HttpTransport } from './http-transport';
import { RunningCalls } from './running-calls';
import { isHeaderName, mirroredHeaders, readMirrored, type Mirrored } from './mirrored-headers';

/** What the guard for foreign addresses needs. */
export type HttpDeps = Pick<GuardedClientDeps, 'proxy' | 'rules' | 'environment'> &
  Partial<Pick<GuardedClientDeps, 'network'>>;

/** Headers that are the protocol's own, or would change where a request goes or how it is read. */
const ownHeaders =
  /^(?:accept|accept-encoding|connection|content-.*|expect|host|keep-alive|last-event-id|mcp-.*|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;
const [firstListenMs, longestListenMs] = [1000, 60_000];

/**
 * Opens the protocol with a server over HTTP (003-mcp-9). Its address is one that the user's settings
 * name, and only requests to that origin have the user's headers.
 */
export async function connectHttp(
  address: McpAddress,
  events: McpEvents,
  signal: AbortSignal,
  deps: ConnectDeps & HttpDeps,
): Promise<Result<McpConnection>> {
  const checked = checkAddress(address);
  if (!checked.ok) return checked;
  const link = new HttpLink(checked.value, address, events, deps);
  const opened = await link.open('auto', signal);
  return opened.ok ? succeed(link.connection()) : opened;
}

function checkAddress({ url, headers }: McpAddress): Result<URL> {
  const judged = judgeNamedUrl(url);
  if (!judged.ok) return fail(refusedBy('url', judged.refusal.reason));
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name) || ownHeaders.test(name)) {
      return fail(badHeader(name));
    }
    // The value is a secret.
    if (!/^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/.test(value)) {
      return fail(badHeader(name));
    }
  }
  return succeed(judged.url);
}

function badHeader(name: string): Failure {
  const message = say`The header ${name} of the MCP server is not allowed, is empty or holds characters that no header has.`;
  return failure('validation', message, { category: 'permanent_failure' });
}

interface Open {
  readonly client: Client;
  readonly transport: HttpTransport;
  readonly asking: Asking;
}

/** A server over HTTP with its session, which may have to be opened again. */
class HttpLink {
  private now: Open | undefined;
  private reopening: Promise<Result<Open>> | undefined;
  private checking: Promise<unknown> | undefined;
  private isOver = false;
  private readonly mirrored = new Map<string, readonly Mirrored[]>();
  private readonly guard: GuardedClient;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly confidential: readonly string[];
  private readonly hasLogin: boolean;

  constructor(
    private readonly url: URL,
    { headers, confidential }: McpAddress,
    private readonly events: McpEvents,
    private readonly deps: ConnectDeps & HttpDeps,
  ) {
    this.guard = new GuardedClient({ network: systemNetwork, ...deps, origin: url.origin });
    this.headers = headers;
    this.confidential = secretWords(confidential);
    this.hasLogin = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  }

  async open(mode: Negotiation, signal: AbortSignal): Promise<Result<Open>> {
    const { clock, version, limits = usualLimits } = this.deps;
    const { url, headers, confidential, guard } = this;
    const channel = new HttpChannel({ url, headers, client: guard, clock });
    const transport = new HttpTransport({
      ...{ channel, clock, confidential, noticeMs: limits.start },
      interrupted: () => this.check(),
    });
    const calls = new RunningCalls(clock, limits);
    const client = clientOf(version, mode, { events: this.events, calls });
    const stop = () => transport.endNow(say`it did not start`);
    const late = new AbortController();
    const timer = clock.after(limits.start, () => {
      late.abort();
      stop();
    });
    signal.addEventListener('abort', stop);
    try {
      signal.throwIfAborted();
      await client.connect(transport, { timeout: limits.start, signal });
    } catch (error) {
      stop();
      if (isAborted(late.signal) && !isAborted(signal)) return fail(lateStart(limits));
      return fail(callFailure(error, { signal, why: undefined, refused: this.refused }));
    } finally {
      timer.dispose();
      signal.removeEventListener('abort', stop);
    }
    const failing = () => ({ why: transport.reason, refused: this.refused });
    const headersOf = ({ method, name, args }: McpCall) =>
      mirroredHeaders((method === undefined && this.mirrored.get(name)) || [], args);
    const listFailed = (error: unknown, failed: Failure): void => {
      const isAnswer = error instanceof ProtocolError || transport.hasLostSession;
      if (isAnswer || failed.errorCode === 'cancelled') return;
      transport.endNow(say`it does not answer any more (${saidOf(failed)})`);
    };
    const opened = {
      client,
      transport,
      asking: { client, limits, clock, calls, failing, listFailed, headers: headersOf },
    };
    this.now = opened;
    client.onclose = () => this.ended(opened);
    this.subscribe(opened).catch(() => undefined);
    return succeed(opened);
  }

  connection(): McpConnection {
    const { now } = this;
    if (now === undefined) throw new Error('Not open.');
    return {
      facts: factsOf(now.client),
      listTools: async (signal) => {
        const listed = await this.ask(signal, (asking) => listTools(asking, signal));
        return listed.ok ? succeed(this.usable(listed.value)) : listed;
      },
      listOffers: (kind, signal) => this.ask(signal, (asking) => listOffers(asking, kind, signal)),
      callTool: (call: McpCall) => this.ask(call.signal, (asking) => callTool(asking, call)),
      end: async (how) => {
        this.isOver = true;
        if (how === 'now') this.now?.transport.endNow(say`the window was closed`);
        else await this.now?.client.close();
      },
    };
  }

  /** Notes which arguments are also headers, and leaves out tools that ask for it in a wrong way. */
  private usable({ items, problems }: McpItems): McpItems {
    if (this.now?.client.getProtocolEra() !== 'modern') return { items, problems };
    this.mirrored.clear();
    const wrong: string[] = [];
    const kept = items.filter((item) => {
      if (!isObject(item) || typeof item['name'] !== 'string') return true;
      const mirrored = readMirrored(item['inputSchema']);
      if (mirrored === undefined) wrong.push(plainText(item['name'], 60));
      else this.mirrored.set(item['name'], mirrored);
      return mirrored !== undefined;
    });
    const names = cutMarked(wrong.join(', '), 200);
    const more = say`${names}: x-mcp-header is not used as the protocol says.`;
    return { items: kept, problems: wrong.length === 0 ? problems : [...problems, more] };
  }

  /** Looks whether it still answers: one that cannot even list its tools is lost (003-mcp-20). */
  private check(): void {
    const { now } = this;
    if (now === undefined || this.isOver) return;
    this.checking ??= listTools(now.asking, now.transport.signal).finally(
      () => (this.checking = undefined),
    );
  }

  private readonly refused = (status: number): Failure =>
    refusedStatus(this.url.host, status, this.hasLogin);

  /** A session that the server has forgotten is opened again, once; nothing was done without it. */
  private async ask<T>(
    signal: AbortSignal,
    work: (asking: Asking) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const { now } = this;
    if (now === undefined) return fail(failure('cancelled', say`The MCP server was stopped.`));
    const first = await work(now.asking);
    if (first.ok || isAborted(signal) || this.isOver) return first;
    if (!now.transport.hasLostSession) {
      this.check();
      return first;
    }
    this.reopening ??= this.reopen(now).finally(() => (this.reopening = undefined));
    const opened = await this.reopening;
    return opened.ok ? work(opened.value.asking) : opened;
  }

  private async reopen(before: Open): Promise<Result<Open>> {
    // Another call may have done it.
    if (this.now !== undefined && this.now !== before) return succeed(this.now);
    const opened = await this.open('legacy', new AbortController().signal);
    if (opened.ok) {
      this.events.toolsChanged();
      this.events.offersChanged();
    }
    if (opened.ok && this.isOver) opened.value.transport.endNow(say`the window was closed`);
    const why = opened.ok ? say`it has another session` : saidOf(opened.failure);
    before.transport.endNow(say`its session could not be opened again (${why})`);
    return opened;
  }

  private ended({ transport }: Open): void {
    if (this.now?.transport === transport) {
      this.events.ended(transport.reason ?? say`it was closed`);
    }
  }

  /** News of its lists, from a server of the newest revision; older ones send them by themselves. */
  private async subscribe({ client, transport }: Open): Promise<void> {
    const wanted = newsOf(client);
    if (client.getProtocolEra() !== 'modern' || Object.keys(wanted).length === 0) return;
    const { clock, limits = usualLimits } = this.deps;
    const { signal } = transport;
    let pause = firstListenMs;
    while (!isAborted(signal)) {
      const begunAt = clock.monotonic();
      try {
        const asked = { signal, timeout: limits.start };
        const subscription = await client.listen(wanted, asked);
        if ((await subscription.closed) !== 'remote') return;
        // Something may have changed meanwhile.
        this.events.toolsChanged();
        this.events.offersChanged();
      } catch (error) {
        if (error instanceof ProtocolError) return;
        // It may have no room for a stream now, or be lost.
        this.check();
      }
      if (clock.monotonic() - begunAt > longestListenMs) pause = firstListenMs;
      await sleep(pause, signal, clock);
      pause = Math.min(pause * 2, longestListenMs);
    }
  }
}

/** The lists of whose changes a server of the newest revision may tell. */
function newsOf(client: Client) {
  const capabilities = client.getServerCapabilities();
  const kinds = (['tools', ...mcpOffers] as const).filter(
    (kind) => capabilities?.[kind]?.listChanged === true,
  );
  return Object.fromEntries(kinds.map((kind) => [`${kind}ListChanged`, true]));
}
