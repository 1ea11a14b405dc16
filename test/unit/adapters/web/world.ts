import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { connect, createServer as createRawServer, type Server, type Socket } from 'node:net';
import { createGuardedWeb, type PageSettings } from '../../../../src/adapters/web/guarded-web';
import type { Network } from '../../../../src/adapters/web/network';
import { noProxySettings, type ProxySettings } from '../../../../src/adapters/http/proxy-route';
import { parseUrlRule, type UrlRule } from '../../../../src/core/contracts/policy/url-rule';
import type { WebAnswer, WebRequest } from '../../../../src/core/ports/web';
import { createFakeClock, type FakeClock } from '../../fakes/clock';
import { startDnsServer, type DnsRecord, type DnsServer } from '../../fakes/dns-server';
import { portOf } from '../../fakes/proxy-server';

/** For example.com, names below it, example.org and 93.184.216.34; its own trust anchor. */
const cert = readFileSync('test/fixtures/tls/example.com.cert.pem', 'utf8');
const key = readFileSync('test/fixtures/tls/example.com.key.pem', 'utf8');

/** The public address of the server of a test. */
export const publicAddress = '93.184.216.34';

const never = new AbortController().signal;

export interface WebWorldOptions {
  readonly settings?: Partial<PageSettings>;
  readonly proxy?: Partial<ProxySettings>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly network?: Partial<Network>;
}

/** Closes what a test opened. */
export class Opened {
  private readonly closing: (() => void)[] = [];

  add(close: () => void): void {
    this.closing.push(close);
  }

  close(): void {
    for (const close of this.closing.splice(0).reverse()) close();
  }

  /** The port of an HTTPS server on loopback. */
  serve(listener: RequestListener, own = { cert, key }): Promise<number> {
    const server = createServer(own, listener);
    this.add(() => {
      server.closeAllConnections();
    });
    return this.listen(server);
  }

  /** The port of a server that is given bare connections. */
  serveRaw(onConnection: (socket: Socket) => void): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createRawServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    this.add(() => {
      for (const socket of sockets) socket.destroy();
    });
    return this.listen(server);
  }

  async resolve(answers: (question: string) => readonly DnsRecord[]): Promise<DnsServer> {
    const server = await startDnsServer(answers);
    this.add(() => {
      server.close();
    });
    return server;
  }

  private async listen(server: Server): Promise<number> {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    this.add(() => server.close());
    return portOf(server.address());
  }
}

/** Leads each address to a port of this machine, and shows itself as that address. */
export function leadTo(port: number, shown?: string): Network['connect'] {
  return (address) => {
    const socket = connect(port, '127.0.0.1');
    Object.defineProperty(socket, 'remoteAddress', {
      configurable: true,
      get: () => shown ?? address,
    });
    return socket;
  };
}

/** All addresses of a name, as the DNS server answers. */
export function lookupBy({ address }: DnsServer): Network['lookup'] {
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([address]);
  return async (name) => {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(name),
      resolver.resolve6(name),
    ]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [four, six].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  };
}

export interface WebWorld {
  readonly clock: FakeClock;
  readonly web: ReturnType<typeof createGuardedWeb>;
  readonly get: (
    url: string,
    more?: Omit<WebRequest, 'url'>,
    signal?: AbortSignal,
  ) => Promise<WebAnswer>;
}

/** A guarded web whose network is a port of this machine. */
export function createWebWorld(port: number, options: WebWorldOptions = {}): WebWorld {
  const clock = createFakeClock();
  const defaults = {
    allow: [],
    deny: [],
    trustProxy: false,
    timeoutSecs: 15,
    maxBodyBytes: 1_048_576,
  };
  const web = createGuardedWeb({
    settings: () => ({ ...defaults, ...options.settings }),
    proxy: () => ({ ...noProxySettings, ...options.proxy }),
    environment: () => options.environment ?? {},
    version: '1.2.3',
    clock,
    network: {
      lookup: () => Promise.resolve([publicAddress]),
      connect: leadTo(port),
      trustAnchor: cert,
      ...options.network,
    },
  });
  const get: WebWorld['get'] = (url, more, signal = never) => web.get({ url, ...more }, signal);
  return { clock, web, get };
}

/** Something that happens once, elsewhere. */
export function createMoment() {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  return {
    reached,
    reach: () => {
      reach();
    },
  };
}

/** Rules of a list. */
export function rules(...texts: readonly string[]): readonly UrlRule[] {
  return texts.map((text) => {
    const parsed = parseUrlRule(text);
    if (!parsed.ok) throw new Error(text);
    return parsed.value;
  });
}

/** A short form of an answer: the body, or code, category and message. */
export function said(answer: WebAnswer): string {
  if (answer.ok) return Buffer.from(answer.value.body).toString('utf8');
  const { errorCode, category, message } = answer.failure;
  return `${errorCode} ${category}: ${message}`;
}
