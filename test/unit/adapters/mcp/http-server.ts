import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isObject, parseJson, type UnknownObject } from '../../../../src/core/contracts/json';
import { portOf } from '../../fakes/proxy-server';

/** One message that reached the server. */
export interface Asked {
  readonly http: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly method: string;
  readonly id: unknown;
  readonly params: UnknownObject;
  /** Of an answer of the client that is an error. */
  readonly errorCode: unknown;
  /** Settles when the client is gone. */
  readonly gone: Promise<void>;
}

export type Respond = (asked: Asked, response: ServerResponse) => void;

const echo = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};

/** A server over HTTP on this machine, as well-behaved as a test lets it be. */
export class HttpServer {
  readonly asked: Asked[] = [];
  era: 'legacy' | 'modern' = 'legacy';
  session: string | undefined = 'session-1';
  tools: readonly unknown[] = [echo];
  /** More of what it says that it can do, as are the answers to it by method. */
  capabilities: object = {};
  readonly offers: Record<string, object> = {};
  /** In place of the usual answer, by method of the protocol or of HTTP. */
  readonly instead: Record<string, Respond> = {};
  private readonly server: Server;
  port = 0;

  constructor() {
    this.server = createServer((request, response) => {
      void this.take(request, response);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}/mcp`;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = portOf(this.server.address());
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  methods(): readonly string[] {
    return this.asked.map(({ http, method }) => (method === '' ? http : method));
  }

  of(method: string): readonly Asked[] {
    return this.asked.filter((each) => each.method === method || each.http === method);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method: http = '', url: path = '', headers } = request;
    const gone = new Promise<void>((resolve) => response.once('close', resolve));
    const body = parseJson(await text(request));
    const message = isObject(body) ? body : {};
    const params = isObject(message['params']) ? message['params'] : {};
    const method = typeof message['method'] === 'string' ? message['method'] : '';
    const error = message['error'];
    const errorCode = isObject(error) ? error['code'] : undefined;
    const asked = {
      http,
      path,
      headers,
      method,
      id: message['id'],
      params,
      errorCode,
      gone,
    };
    this.asked.push(asked);
    const own = this.instead[method === '' ? http : method];
    if (own === undefined) this.answer(asked, response);
    else own(asked, response);
  }

  answer(asked: Asked, response: ServerResponse): void {
    const { method, http, id, params } = asked;
    if (http !== 'POST') end(response, http === 'DELETE' ? 200 : 405);
    else if (id === undefined || method === '') end(response, 202);
    else if (method === 'server/discover') this.discover(id, response);
    else if (method === 'initialize') this.initialize(asked, response);
    else if (this.era === 'legacy' && asked.headers['mcp-session-id'] !== this.session) {
      end(response, 404);
    } else {
      const result = this.resultOf(method, params);
      if (result !== undefined) json(response, id, this.complete(result));
      else json(response, id, undefined, { code: -32601, message: 'No.' });
    }
  }

  private resultOf(method: string, params: UnknownObject): object | undefined {
    if (method === 'tools/list') return { tools: this.tools };
    return method === 'tools/call' ? said(echoed(params)) : this.offers[method];
  }

  /** As each revision wants it. */
  private complete(result: object): object {
    const more = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    return this.era === 'modern' ? { ...more, ...result } : result;
  }

  private discover(id: unknown, response: ServerResponse): void {
    if (this.era === 'legacy') {
      end(response, 400);
      return;
    }
    json(response, id, {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true }, ...this.capabilities },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fixture', version: '2.0.0' } },
      ttlMs: 0,
      cacheScope: 'private',
    });
  }

  private initialize({ id, params }: Asked, response: ServerResponse): void {
    if (this.session !== undefined) response.setHeader('mcp-session-id', this.session);
    const serverInfo = { name: 'fixture', version: '1.2.3' };
    const capabilities = { tools: { listChanged: true }, ...this.capabilities };
    json(response, id, { protocolVersion: params['protocolVersion'], capabilities, serverInfo });
  }
}

function echoed(params: UnknownObject): string {
  const args = isObject(params['arguments']) ? params['arguments'] : {};
  return `${String(params['name'])}: ${String(args['text'])}`;
}

export function said(what: string): object {
  return { content: [{ type: 'text', text: what }] };
}

export function end(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status);
  response.end(body);
}

/** A whole answer as JSON. */
export function json(response: ServerResponse, id: unknown, result: unknown, error?: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result, error }));
}

/** Begins a stream of events; each value is one. */
export function stream(response: ServerResponse): (value: object, id?: string) => boolean {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return (value, id) => {
    const mark = id === undefined ? '' : `id: ${id}\n`;
    return response.write(`${mark}data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`);
  };
}

/** For the progress of a call. */
export function progressTokenOf({ params }: Asked): unknown {
  const meta = params['_meta'];
  return isObject(meta) ? meta['progressToken'] : undefined;
}
