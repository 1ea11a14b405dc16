import { isAborted, LinkedSignal } from '../../core/base/async';
import { say, type Sentence } from '../../core/base/sentence';
import { fail, failure, succeed, type Failure, type Result } from '../../core/contracts/failure';
import type {
  Web,
  WebAddresses,
  WebAnswer,
  WebDocument,
  WebLayer,
  WebRequest,
  WebVisit,
} from '../../core/ports/web';
import { describeConnectionError } from '../http/connection-error';
import {
  GuardedClient,
  type AddressRules,
  type GuardedClientDeps,
  type GuardedResponse,
  type Refused,
} from './guarded-client';
import { areReadable, readCapped } from './read-capped';
import {
  encodingNames,
  headerOf,
  readContentType,
  readEncodings,
  readRetryAfter,
} from './response-headers';
import {
  connectionFailure,
  lateFailure,
  refusedBy,
  statusFailure,
  WebRefusal,
} from './web-failures';

/** What the user's settings say of reading pages; read for each request. */
export interface PageSettings extends AddressRules {
  /** `gatehouse.scrape.timeout` */
  readonly timeoutSecs: number;
  /** `gatehouse.scrape.maxBodyBytes` */
  readonly maxBodyBytes: number;
}

export interface GuardedWebDeps extends Omit<GuardedClientDeps, 'rules'> {
  readonly settings: () => PageSettings;
  /** Of Gatehouse, for servers. */
  readonly version: string;
}

/** Redirects that are followed. */
const maxRedirects = 3;
const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Reads pages of the public web, and says beforehand what it would refuse without a lookup. */
export function createGuardedWeb(deps: GuardedWebDeps): Pick<Web, 'get'> & WebAddresses {
  const client = new GuardedClient({ ...deps, rules: deps.settings });
  return {
    get: (request, signal) => new Visit(deps, client, request).get(signal),
    refusal: (url) => {
      const judged = client.judge(url);
      return judged.ok ? undefined : { layer: judged.layer, failure: judged.failure };
    },
    isProxied: (url) => client.proxyOf(url) !== undefined,
  };
}

/** One try: a request and its redirects. */
class Visit {
  private readonly addresses: string[] = [];
  private readonly redirects: string[] = [];
  private readonly seen: { status?: number; bytes?: number; refusedBy?: WebLayer } = {};
  /** Where the last request went. */
  private at: string;
  private readonly endsAt: number;

  constructor(
    private readonly deps: GuardedWebDeps,
    private readonly client: GuardedClient,
    private readonly request: WebRequest,
  ) {
    this.at = request.url;
    this.endsAt = deps.clock.monotonic() + deps.settings().timeoutSecs * 1000;
  }

  /** In failures: a host that a server chose could be a sentence of its own. */
  private get name(): Sentence | string {
    return this.named.name ?? hostOf(this.at);
  }

  private get named(): { readonly name?: Sentence } {
    const asked = hostOf(this.request.url);
    return hostOf(this.at) === asked ? {} : { name: say`${asked} (after a redirect)` };
  }

  async get(outer: AbortSignal): Promise<WebAnswer> {
    const { timeoutSecs } = this.deps.settings();
    const stop = new LinkedSignal(outer);
    const deadline = this.deps.clock.after(timeoutSecs * 1000, stop.abort);
    let result: Result<WebDocument>;
    try {
      result = isAborted(outer) ? fail(stopped()) : await this.follow(stop.signal);
    } catch (error) {
      if (isAborted(outer)) result = fail(stopped());
      else if (isAborted(stop)) result = fail(lateFailure(this.name, timeoutSecs));
      else result = fail(this.failureOf(error));
    } finally {
      deadline.dispose();
      stop.dispose();
    }
    return { ...result, visit: this.record() };
  }

  private async follow(signal: AbortSignal): Promise<Result<WebDocument>> {
    const headers = headersFor(this.deps.version);
    const onDial = (address: string) => this.addresses.push(address);
    for (;;) {
      const asked = { method: 'GET', headers, signal, onDial, ...this.named } as const;
      const answer = await this.client.request(this.at, asked);
      if (!answer.ok) return fail(this.refuse(answer));
      try {
        this.seen.status = answer.status;
        const location = redirecting.has(answer.status)
          ? headerOf(answer.headers, 'location')
          : undefined;
        if (location === undefined) return await this.read(answer);
        const failed = this.redirect(location, answer.url);
        if (failed !== undefined) return fail(failed);
      } finally {
        answer.close();
      }
    }
  }

  /** Goes on to the address of a redirect. */
  private redirect(location: string, from: URL): Failure | undefined {
    if (this.redirects.length === maxRedirects) {
      const message = say`${this.name} redirects again, after ${maxRedirects} redirects.`;
      return failure('execution', message, { category: 'permanent_failure' });
    }
    // What a parser would drop is refused there, not here.
    this.at = URL.canParse(location, from) ? new URL(location, from).href : location;
    this.redirects.push(withoutLogin(this.at));
    return undefined;
  }

  private async read(answer: GuardedResponse): Promise<Result<WebDocument>> {
    const { url, status, headers, body } = answer;
    if (status < 200 || status > 299) {
      const wait = readRetryAfter(headers, this.deps.clock.now());
      return fail(statusFailure(this.name, status, wait));
    }
    const encodings = readEncodings(headers);
    if (!areReadable(encodings)) {
      const named = encodingNames(encodings);
      const message = say`${this.name} compressed its answer in a way that cannot be read (${named}).`;
      return fail(failure('execution', message, { category: 'permanent_failure' }));
    }
    const { maxBodyBytes } = this.deps.settings();
    const maxBytes = Math.min(this.request.maxBytes ?? maxBodyBytes, maxBodyBytes);
    const read = await readCapped(body, encodings, maxBytes);
    this.seen.bytes = read.body.byteLength;
    return succeed({ url: url.href, ...readContentType(headers), ...read, endsAt: this.endsAt });
  }

  /** A redirect that leads where no request may go is refused as a redirect. */
  private refuse({ layer, reason, failure: failed }: Refused): Failure {
    const isOfRedirect = this.redirects.length > 0 && (layer === 'url' || layer === 'domains');
    this.seen.refusedBy = isOfRedirect ? 'redirect' : layer;
    if (!isOfRedirect || reason === undefined) return failed;
    // No suggestion: it quotes an address that the server composed.
    return refusedBy('redirect', say`A redirect leads elsewhere. ${reason}`);
  }

  private failureOf(error: unknown): Failure {
    if (error instanceof WebRefusal) {
      this.seen.refusedBy = error.layer;
      return refusedBy(error.layer, error.reason);
    }
    const proxy = this.client.proxyOf(this.at);
    if (proxy === undefined) return connectionFailure(error, this.name);
    return describeConnectionError(error, this.named.name ?? this.at, proxy);
  }

  private record(): WebVisit {
    const { addresses, redirects } = this;
    const moved = redirects.length === 0 ? {} : { finalUrl: withoutLogin(this.at) };
    return { url: withoutLogin(this.request.url), ...moved, addresses, redirects, ...this.seen };
  }
}

function headersFor(version: string): Readonly<Record<string, string>> {
  return {
    accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': `Gatehouse/${version}`,
  };
}

function stopped(): Failure {
  return failure('cancelled', say`The request was stopped.`);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The address without user and password. */
function withoutLogin(address: string): string {
  if (!URL.canParse(address)) return address.replace(/\/\/[^/?#]*@/, '//');
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
