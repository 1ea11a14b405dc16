import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A real proxy on loopback that sends every request to one server, whatever its name. */
export interface ProxyServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Requests so far: `GET http://models.test/x`, `CONNECT models.test:443`. */
  readonly asked: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
  close(): Promise<void>;
}

export interface ProxyServerOptions {
  /** Loopback port of the server behind it. */
  readonly target: number;
  /** Answers with this status instead of passing requests on. */
  readonly refuse?: number;
}

export async function startProxyServer({ target, refuse }: ProxyServerOptions) {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const note = (incoming: IncomingMessage) => {
    asked.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    authorizations.push(incoming.headers['proxy-authorization']);
  };
  const server = createServer((incoming, outgoing) => {
    note(incoming);
    if (refuse !== undefined) {
      outgoing.writeHead(refuse).end();
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? '');
    const { method, headers } = incoming;
    const onward = request(
      { host: '127.0.0.1', port: target, path: pathname + search, method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    note(incoming);
    if (refuse !== undefined) {
      socket.end(`HTTP/1.1 ${String(refuse)} Refused\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket);
      socket.pipe(onward);
    });
    const part = () => {
      onward.destroy();
      socket.destroy();
    };
    for (const end of [onward, socket]) end.on('error', part).on('close', part);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const proxy: ProxyServer = {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    asked,
    authorizations,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return proxy;
}

export function portOf(address: AddressInfo | string | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}
