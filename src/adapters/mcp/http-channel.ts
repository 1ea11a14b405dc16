import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { say } from '../../core/base/sentence';
import { parseJson } from '../../core/contracts/json';
import type { Clock, Disposable } from '../../core/ports/system';
import type { GuardedClient, GuardedResponse } from '../web/guarded-client';
import { readCapped } from '../web/read-capped';
import { headerOf, readContentType, readEncodings } from '../web/response-headers';
import { FloodGate } from './flood-gate';
import { broken, HttpFailure, unreachable } from './http-failure';
import { maxMessageBytes } from './message';

/** One answer brings no more, whatever it consists of. */
const maxStreamBytes = 64 * 1024 * 1024;
/** Of a body that says why a request failed. */
const maxErrorBytes = 64 * 1024;
/** Redirects on the origin of the server that are followed: most servers add a slash. */
const maxRedirects = 2;

export interface ChannelDeps {
  readonly url: URL;
  /** Of the user. They go to the origin of the address and nowhere else. */
  readonly headers: Readonly<Record<string, string>>;
  readonly client: Pick<GuardedClient, 'proxyOf' | 'request'>;
  readonly clock: Clock;
}

export interface ChannelRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** What is read from an answer; `take` says whether that was all that is wanted. */
export interface Reading {
  readonly take: (value: unknown) => boolean;
  readonly marked?: (id: string) => void;
  readonly retry?: (ms: number) => void;
}

/**
 * Requests to the address of one server, each through the guard, with limits for what comes back
 * (003-mcp-9). Rejects with an `HttpFailure`.
 */
export class HttpChannel implements Disposable {
  readonly host: string;
  private readonly flood: FloodGate;

  constructor(private readonly deps: ChannelDeps) {
    this.host = deps.url.host;
    this.flood = new FloodGate(deps.clock);
  }

  dispose(): void {
    this.flood.dispose();
  }

  /** The answer, whatever its status; to be closed. */
  async open({ headers, ...asked }: ChannelRequest): Promise<GuardedResponse> {
    let { url } = this.deps;
    for (let redirects = 0; ; redirects += 1) {
      const own = { ...this.deps.headers, ...headers };
      const answer = await this.send(url, { ...asked, headers: own });
      const location = isRedirect(answer.status) ? headerOf(answer.headers, 'location') : undefined;
      if (location === undefined) return answer;
      answer.close();
      const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
      if (next?.origin !== url.origin || (answer.status !== 307 && answer.status !== 308)) {
        throw broken(this.host, say`it redirects to another address, which is not followed`);
      }
      if (redirects === maxRedirects) throw broken(this.host, say`it redirects again and again`);
      url = next;
    }
  }

  /** Whether what was wanted has come. Reads no further than that. */
  async read(answer: GuardedResponse, reading: Reading): Promise<boolean> {
    if (readEncodings(answer.headers).length > 0) {
      throw broken(this.host, say`it compressed its answer without being asked to`);
    }
    const { mediaType } = readContentType(answer.headers);
    try {
      if (mediaType === 'text/event-stream') return await this.readEvents(answer.body, reading);
      if (mediaType !== 'application/json') {
        throw broken(this.host, say`its answer is neither JSON nor a stream of events`);
      }
      const { body, isCut } = await readCapped(answer.body, [], maxMessageBytes);
      if (isCut) throw this.tooLong();
      const value = parseJson(Buffer.from(body).toString('utf8'));
      if (value === undefined) {
        throw broken(this.host, say`its answer is no JSON, or nested too deep`);
      }
      const all: readonly unknown[] = Array.isArray(value) ? value : [value];
      return all.map((each) => reading.take(each)).includes(true);
    } catch (error) {
      throw this.reached(error);
    }
  }

  /** The text of an answer that says why a request failed: for programs, never to be shown. */
  async errorText(answer: GuardedResponse): Promise<string> {
    try {
      const { body } = await readCapped(answer.body, [], maxErrorBytes);
      return Buffer.from(body).toString('utf8');
    } catch {
      // The status says enough.
      return '';
    }
  }

  private async send(url: URL, request: ChannelRequest): Promise<GuardedResponse> {
    let answer;
    try {
      answer = await this.deps.client.request(url.href, { ...request, onDial: () => undefined });
    } catch (error) {
      throw this.reached(error);
    }
    if (!answer.ok) throw new HttpFailure(answer.failure);
    return answer;
  }

  private reached(error: unknown): HttpFailure {
    const { url, client } = this.deps;
    return unreachable(error, url, client.proxyOf(url.href));
  }

  private async readEvents(body: Readable, reading: Reading): Promise<boolean> {
    const decoder = new TextDecoder();
    let [bytes, events, isDone, isTooLong] = [0, 0, false, false];
    const parser = createParser({
      maxBufferSize: maxMessageBytes,
      onEvent: ({ data, id, event = 'message' }) => {
        events += 1;
        if (id !== undefined && id !== '') reading.marked?.(id);
        if (data === '' || event !== 'message' || isDone) return;
        isDone = reading.take(parseJson(data));
      },
      onRetry: reading.retry,
      onComment: () => (events += 1),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') isTooLong = true;
      },
    });
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) continue;
      bytes += chunk.byteLength;
      if (bytes > maxStreamBytes) {
        throw broken(this.host, say`it sent more than 64 MB in one answer`);
      }
      parser.feed(decoder.decode(chunk, { stream: true }));
      // Set by the parser.
      if (isTrue(isTooLong)) throw this.tooLong();
      if (isTrue(isDone)) return true;
      await this.slowed(events);
      events = 0;
    }
    return isDone;
  }

  private tooLong(): HttpFailure {
    return broken(this.host, say`it sent a message of more than 10 MB`);
  }

  private async slowed(events: number): Promise<void> {
    let resume = (): void => undefined;
    const paused = new Promise<void>((resolve) => (resume = resolve));
    const verdict = this.flood.count(events, resume);
    if (verdict === 'end') throw new FloodError(this.host);
    if (verdict === 'pause') await paused;
  }
}

/** The server is not to be asked again. */
export class FloodError extends HttpFailure {
  constructor(host: string) {
    super(broken(host, say`it kept sending too many messages`).failure);
  }
}

/** The compiler assumes that a callback does not change it. */
function isTrue(value: boolean): boolean {
  return value;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}
