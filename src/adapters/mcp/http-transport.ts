import {
  isJSONRPCRequest,
  SdkErrorCode,
  SdkHttpError,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { say, type Sentence } from '../../core/base/sentence';
import { isAborted, sleep, withTimeout } from '../../core/base/async';
import { isObject, parseJson } from '../../core/contracts/json';
import { valueWithoutSecrets } from '../../core/mcp/secrets';
import type { Clock } from '../../core/ports/system';
import type { GuardedResponse } from '../web/guarded-client';
import { headerOf } from '../web/response-headers';
import { FloodError, type HttpChannel } from './http-channel';
import { broken, HttpFailure } from './http-failure';
import { messageOf } from './message';
import { headerValue } from './mirrored-headers';

/** The server is asked again no sooner, whatever it proposes, and later each time. */
const [firstPauseMs, firstListenPauseMs, longestPauseMs] = [250, 1000, 60_000];
/** An answer that breaks off is taken up again this often without a message of it. */
const maxResumptions = 8;
/** Answers to questions of the server that are under way at once; others are not sent. */
const maxReplies = 16;
const partingMs = 2000;
/** The parameter by which a request is named in a header. */
const naming: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);
const firstModern = '2026-07-28';
const versionKey = 'io.modelcontextprotocol/protocolVersion';

export interface HttpTransportDeps {
  readonly channel: HttpChannel;
  readonly clock: Clock;
  /** What no message may bring back. */
  readonly confidential: readonly string[];
  /** For what is sent without an answer to wait for, in milliseconds. */
  readonly noticeMs: number;
  /** The stream of what it sends by itself broke off. */
  readonly interrupted: () => void;
}

/**
 * Streamable HTTP: each message is a request of its own, and its answer one message or a stream of
 * them. `send` lasts until the answer has come, and rejects if it does not.
 */
export class HttpTransport implements Transport {
  readonly hasPerRequestStream = true;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  sessionId: string | undefined;
  /** Why it was ended; undefined while it runs. */
  reason: Sentence | undefined;
  /** The server no longer knows the session. */
  hasLostSession = false;
  private version: string | undefined;
  private readonly stop = new AbortController();
  private readonly asked = new Map<RequestId, AbortController>();
  private replies = 0;
  private hasSaidNoise = false;

  constructor(private readonly deps: HttpTransportDeps) {}

  start(): Promise<void> {
    return Promise.resolve();
  }

  setProtocolVersion(version: string): void {
    this.version = version;
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    if (isJSONRPCRequest(message)) {
      await this.ask(message, options);
      return;
    }
    if ('method' in message && message.method === 'notifications/cancelled') {
      this.cancel(message.params?.['requestId']);
    }
    await this.tell(message);
    const isReady = 'method' in message && message.method === 'notifications/initialized';
    if (isReady) this.listen().catch((error: unknown) => this.note(error));
  }

  /** Takes leave of the server, which may have kept a session. */
  async close(): Promise<void> {
    const { sessionId } = this;
    if (sessionId !== undefined && !this.hasLostSession && this.reason === undefined) {
      await this.within(partingMs, (signal) => this.part(signal)).catch(() => undefined);
    }
    this.endNow(say`it was stopped`);
  }

  /** Waits for nothing. */
  endNow(why: Sentence): void {
    if (this.reason !== undefined) return;
    this.reason = why;
    this.stop.abort();
    this.deps.channel.dispose();
    this.onclose?.();
  }

  /** Aborts when it ends. */
  get signal(): AbortSignal {
    return this.stop.signal;
  }

  private get isModern(): boolean {
    return this.version !== undefined && this.version >= firstModern;
  }

  private async ask(request: JSONRPCRequest, options: TransportSendOptions): Promise<void> {
    const own = new AbortController();
    const signals = [this.stop.signal, own.signal, options.requestSignal];
    const signal = AbortSignal.any(signals.filter((each) => each !== undefined));
    this.asked.set(request.id, own);
    try {
      await this.answered(request, { ...options.headers }, signal);
    } catch (error) {
      if (error instanceof FloodError) this.endNow(say`it kept sending too many messages`);
      // Who aborted knows.
      if (!isAborted(signal)) throw error;
    } finally {
      this.asked.delete(request.id);
      if (!isAborted(signal)) options.onRequestStreamEnd?.();
    }
  }

  private async answered(
    request: JSONRPCRequest,
    more: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<void> {
    const { channel } = this.deps;
    const isOpening = request.method === 'initialize';
    const headers = { ...more, ...this.headersFor(request, isOpening) };
    const place = new StreamPlace();
    const take = (value: unknown) => this.take(value, request.id, place);
    const reading = { take, marked: place.mark, retry: place.retryAfter };
    const asked = { method: 'POST', headers, body: JSON.stringify(request), signal } as const;
    const answer = await channel.open(asked);
    try {
      if (!isSuccess(answer)) {
        await this.refused(answer, request);
        return;
      }
      if (isOpening) this.sessionId = sessionOf(answer, channel.host);
      if (await this.readOn(answer, reading, place)) return;
    } finally {
      answer.close();
    }
    if (await this.resume(reading, place, signal)) return;
    throw broken(channel.host, say`it ended its answer before the result`);
  }

  /** A broken stream that can be taken up again is no failure yet. */
  private async readOn(
    answer: GuardedResponse,
    reading: Parameters<HttpChannel['read']>[1],
    place: StreamPlace,
  ): Promise<boolean> {
    try {
      return await this.deps.channel.read(answer, reading);
    } catch (error) {
      const isLost = error instanceof HttpFailure && error.failure.category === 'network_error';
      if (!isLost || this.isModern || place.id === undefined) throw error;
      return false;
    }
  }

  /** Whether the result came after all: the server may close a stream and go on in another. */
  private async resume(
    reading: Parameters<HttpChannel['read']>[1],
    place: StreamPlace,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { clock, channel } = this.deps;
    while (!this.isModern && place.id !== undefined && place.tries < maxResumptions) {
      await sleep(place.nextPause(firstPauseMs), signal, clock);
      if (isAborted(signal)) return true;
      const headers = { ...this.listeningHeaders(), 'last-event-id': place.id };
      const answer = await channel.open({ method: 'GET', headers, signal });
      try {
        if (!isSuccess(answer)) return false;
        if (await this.readOn(answer, reading, place)) return true;
      } finally {
        answer.close();
      }
    }
    return false;
  }

  /** What the server sends by itself, before its version has `subscriptions/listen`. */
  private async listen(): Promise<void> {
    const { channel, clock } = this.deps;
    const { signal } = this.stop;
    const place = new StreamPlace();
    const take = (value: unknown) => this.take(value, undefined, place);
    while (!this.isModern && !isAborted(signal)) {
      const id = place.id === undefined ? {} : { 'last-event-id': place.id };
      const headers = { ...this.listeningHeaders(), ...id };
      try {
        const answer = await channel.open({ method: 'GET', headers, signal });
        try {
          // Most servers have nothing to say by themselves.
          if (!isSuccess(answer)) return;
          await channel.read(answer, { take, marked: place.mark, retry: place.retryAfter });
        } finally {
          answer.close();
        }
      } catch (error) {
        if (isAborted(signal)) return;
        if (error instanceof FloodError) {
          this.endNow(say`it kept sending too many messages`);
          return;
        }
        this.note(error);
        this.deps.interrupted();
      }
      await sleep(place.nextPause(firstListenPauseMs), signal, clock);
    }
  }

  /** Sends what needs no result. */
  private async tell(message: JSONRPCMessage): Promise<void> {
    const isReply = !('method' in message);
    // A server that asks faster than it listens gets no answer.
    if (isReply && this.replies >= maxReplies) return;
    if (isReply) this.replies += 1;
    try {
      await this.within(this.deps.noticeMs, async (signal) => {
        const headers = this.headersFor(message, false);
        const body = JSON.stringify(message);
        const answer = await this.deps.channel.open({ method: 'POST', headers, body, signal });
        answer.close();
        if (!isSuccess(answer)) throw this.httpError(answer.status, '');
      });
    } finally {
      if (isReply) this.replies -= 1;
    }
  }

  private async part(signal: AbortSignal): Promise<void> {
    const headers = this.listeningHeaders();
    (await this.deps.channel.open({ method: 'DELETE', headers, signal })).close();
  }

  private async within(ms: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const late = new AbortController();
    const signal = AbortSignal.any([late.signal, this.stop.signal]);
    const done = await withTimeout(work(signal), ms, this.deps.clock).finally(() => late.abort());
    if (done === undefined) throw broken(this.deps.channel.host, say`it took no message in time`);
  }

  private cancel(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.asked.get(id)?.abort();
  }

  /** Whether it is the answer to the request. */
  private take(value: unknown, id: RequestId | undefined, place: StreamPlace): boolean {
    const message = messageOf(this.clean(value));
    if (message === undefined) {
      if (!this.hasSaidNoise) this.onerror?.(new Error('The server sends what is no message.'));
      this.hasSaidNoise = true;
      return false;
    }
    place.tries = 0;
    this.onmessage?.(message);
    return id !== undefined && !('method' in message) && message.id === id;
  }

  private clean(value: unknown): unknown {
    const { confidential } = this.deps;
    return confidential.length === 0 ? value : valueWithoutSecrets(value, confidential);
  }

  /** An error of the protocol in the body is the answer; everything else is a failure. */
  private async refused(answer: GuardedResponse, request: JSONRPCRequest): Promise<void> {
    const { status } = answer;
    const text = await this.deps.channel.errorText(answer);
    if (status === 404 && this.sessionId !== undefined) this.hasLostSession = true;
    const isOfProtocol = versionIn(request) !== undefined && (status === 400 || status === 404);
    const message = isOfProtocol ? messageOf(this.clean(parseJson(text))) : undefined;
    if (message !== undefined && 'error' in message && message.id === request.id) {
      this.onmessage?.(message);
      return;
    }
    throw this.httpError(status, text);
  }

  /** The text is for the client of the protocol, which finds out its version by it. */
  private httpError(status: number, text: string): SdkHttpError {
    const message = `The server answered with status ${String(status)}.`;
    return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, message, {
      status,
      statusText: '',
      text,
    });
  }

  private headersFor(message: JSONRPCMessage, isOpening: boolean): Record<string, string> {
    const version = versionIn(message) ?? this.version;
    const isCall = isJSONRPCRequest(message) && versionIn(message) !== undefined;
    const name = isCall ? message.params?.[naming.get(message.method) ?? ''] : undefined;
    return {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
      ...(isCall ? { 'mcp-method': message.method } : {}),
      ...(typeof name === 'string' ? { 'mcp-name': headerValue(name) } : {}),
      ...this.sessionHeader(isOpening),
    };
  }

  private listeningHeaders(): Record<string, string> {
    const version = this.version === undefined ? {} : { 'mcp-protocol-version': this.version };
    return { accept: 'text/event-stream', ...version, ...this.sessionHeader(false) };
  }

  private sessionHeader(isOpening: boolean): Record<string, string> {
    const { sessionId } = this;
    return sessionId === undefined || isOpening ? {} : { 'mcp-session-id': sessionId };
  }

  private note(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}

/** How far a stream was read, and how long to wait before it is opened again. */
class StreamPlace {
  id: string | undefined;
  /** Since the last message. */
  tries = 0;
  private retryMs = 0;

  readonly mark = (id: string): void => {
    // Another text would be no value of a header.
    if (isPlainId(id)) this.id = id;
  };

  readonly retryAfter = (ms: number): void => {
    this.retryMs = ms;
  };

  nextPause(leastMs: number): number {
    const pause = Math.max(this.retryMs, leastMs) * 2 ** Math.min(this.tries, 16);
    this.tries += 1;
    return Math.min(pause, longestPauseMs);
  }
}

function isPlainId(text: string): boolean {
  return /^[\x21-\x7e]{1,1024}$/.test(text);
}

function isSuccess({ status }: GuardedResponse): boolean {
  return status >= 200 && status < 300;
}

function sessionOf(answer: GuardedResponse, host: string): string | undefined {
  const id = headerOf(answer.headers, 'mcp-session-id');
  if (id === undefined) return undefined;
  if (!isPlainId(id)) throw broken(host, say`its session id is none`);
  return id;
}

/** The revision that a message of 2026-07-28 or later names itself. */
function versionIn(message: JSONRPCMessage): string | undefined {
  if (!('method' in message)) return undefined;
  const meta = message.params?._meta;
  const version = isObject(meta) ? meta[versionKey] : undefined;
  return typeof version === 'string' ? version : undefined;
}
