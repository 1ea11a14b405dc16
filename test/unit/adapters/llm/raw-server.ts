import { createServer, type Server, type Socket } from 'node:net';
import { portOf } from '../../fakes/proxy-server';

/** A server that writes the test's bytes after it has read a request. */
export interface RawServer {
  readonly url: string;
  /** Number of requests. */
  readonly asked: () => number;
  close(): Promise<void>;
}

/** Answers request number `count`, counted from 1. */
export type RawAnswer = (socket: Socket, count: number) => void;

export async function startRawServer(answer: RawAnswer): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that stops closes the connection, as expected.
    socket.on('error', () => undefined);
    let request = '';
    socket.setEncoding('utf8').on('data', (piece) => {
      request += String(piece);
      if (!isWhole(request)) return;
      request = '';
      count += 1;
      answer(socket, count);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    asked: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(request.slice(0, end))?.[1] ?? '0';
  return Buffer.byteLength(request.slice(end + 4)) >= Number(length);
}

/** The head of a 200 response whose body ends with the connection. */
export function okHead(contentType: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\nconnection: close\r\n\r\n`;
}
