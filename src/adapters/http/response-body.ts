import type { Readable } from 'node:stream';
import { ConnectionError, describeConnectionError } from './connection-error';

/** Bytes read of an answer that is an error or a redirect: enough for its message, too few to hurt. */
const maxErrorBytes = 64 * 1024;

export interface BodySource {
  readonly stream: Readable;
  readonly status: number;
  readonly url: string;
  readonly signal: AbortSignal;
}

/**
 * Decodes a body as UTF-8 across chunk borders. Rejects with an `AbortError` or a
 * `ConnectionError`; leaving the loop early closes the connection.
 */
export async function* readBody(source: BodySource): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let left = source.status >= 300 ? maxErrorBytes : Number.POSITIVE_INFINITY;
  try {
    for await (const chunk of source.stream) {
      if (!(chunk instanceof Uint8Array)) continue;
      const bytes = chunk.byteLength > left ? chunk.subarray(0, left) : chunk;
      left -= bytes.byteLength;
      yield decoder.decode(bytes, { stream: true });
      if (left === 0) break;
    }
    yield decoder.decode();
  } catch (error) {
    if (source.signal.aborted) throw new DOMException('The request was stopped.', 'AbortError');
    throw new ConnectionError(describeConnectionError(error, source.url));
  } finally {
    source.stream.destroy();
  }
}
