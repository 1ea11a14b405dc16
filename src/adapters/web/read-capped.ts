import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { StageError } from './web-failures';

/** More encodings on top of each other are only sent to waste work. */
const maxEncodings = 3;

export interface CappedBody {
  readonly body: Uint8Array;
  /** True when there was more, or when its encoding says so. */
  readonly isCut: boolean;
}

/** False for encodings that are not read, and for too many. */
export function areReadable(encodings: readonly string[]): boolean {
  return encodings.length <= maxEncodings && encodings.every((each) => decoders.has(each));
}

/**
 * Decompresses and reads at most `maxBytes`: what comes after them is neither read nor decompressed.
 * Rejects with the error of the stream, or with a `StageError` if the encoding is wrong.
 */
export async function readCapped(
  source: Readable,
  encodings: readonly string[],
  maxBytes: number,
): Promise<CappedBody> {
  const chunks: Uint8Array[] = [];
  let left = maxBytes;
  let isCut = false;
  let decoded = source;
  try {
    decoded = await decode(source, encodings);
    for await (const chunk of decoded) {
      if (!(chunk instanceof Uint8Array) || chunk.byteLength === 0) continue;
      isCut = chunk.byteLength > left;
      chunks.push(isCut ? chunk.subarray(0, left) : chunk);
      left -= Math.min(left, chunk.byteLength);
      if (isCut) break;
    }
  } catch (error) {
    if (!isTooEarlyEnd(error)) {
      throw isDecodingError(error) ? new StageError('decoding', error) : error;
    }
    // As in browsers, what there is counts; an empty body is whole.
    isCut = source.readableDidRead;
  } finally {
    decoded.destroy();
    source.destroy();
  }
  return { body: Buffer.concat(chunks), isCut };
}

type Decode = (source: Readable) => Readable | Promise<Readable>;

const gunzip: Decode = (source) => joined(source, zlib.createGunzip());
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', (source) => joined(source, zlib.createBrotliDecompress())],
]);

async function decode(source: Readable, encodings: readonly string[]): Promise<Readable> {
  let decoded = source;
  for (const encoding of encodings) {
    decoded = (await decoders.get(encoding)?.(decoded)) ?? decoded;
  }
  return decoded;
}

function joined(source: Readable, decoder: Transform): Readable {
  // The reader of the decoder gets the error.
  pipeline(source, decoder, () => undefined);
  return decoder;
}

/** Servers send it with and without the header of zlib, which the first byte shows. */
async function inflate(source: Readable): Promise<Readable> {
  const chunks: AsyncIterator<unknown> = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  const head: unknown = first.value;
  const isWrapped = head instanceof Uint8Array && ((head[0] ?? 0) & 15) === 8;
  const decoder = isWrapped ? zlib.createInflate() : zlib.createInflateRaw();
  return joined(Readable.from(withFirst(first, chunks)), decoder);
}

async function* withFirst(first: IteratorResult<unknown>, chunks: AsyncIterator<unknown>) {
  for (let next = first; next.done !== true; next = await chunks.next()) yield next.value;
}

function isTooEarlyEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}

function isDecodingError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^(?:Z_|ERR_|BROTLI_|ERR__)/.test(String(error.code))
  );
}
