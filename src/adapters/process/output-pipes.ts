import { execFile } from 'node:child_process';
import { close, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { StringDecoder } from 'node:string_decoder';
import { isAscii } from 'node:buffer';

/** The pipes of a child process's output. */
export interface OutputPipes {
  /** Descriptors 1 and 2 of the child. */
  readonly writers: readonly ['pipe', 'pipe'] | readonly [number, number];
  /** Our ends; undefined if Node creates them with the child. */
  readonly readers: { readonly stdout: Readable; readonly stderr: Readable } | undefined;
  /** Closes our copies of the writers, so that the readers see the end. */
  closeWriters(): void;
}

const nodePipes: OutputPipes = {
  writers: ['pipe', 'pipe'],
  readers: undefined,
  closeWriters: () => undefined,
};

/**
 * Opens the pipes of one command. Node's pipes are sockets, and Linux does not allow a socket to be
 * opened by name: `> /dev/stderr` and `tee /dev/stdout` would fail. Linux therefore gets named
 * pipes, whose names are removed before the command starts. Without `mkfifo`, Node's pipes are
 * used.
 */
export async function openOutputPipes(platform: NodeJS.Platform): Promise<OutputPipes> {
  if (platform !== 'linux') return nodePipes;
  try {
    return await openNamedPipes();
  } catch {
    // Without mkfifo or pipe support, everything works except opening by name.
    return nodePipes;
  }
}

async function openNamedPipes(): Promise<OutputPipes> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  const opened: number[] = [];
  const open = (file: string, flags: number): number => {
    const descriptor = openSync(file, flags);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const [out, err] = [path.join(folder, 'out'), path.join(folder, 'err')];
    await promisify(execFile)('/usr/bin/mkfifo', ['-m', '600', out, err]);
    // Open the reader first and without blocking, so that opening the writer does not block either.
    const readOut = open(out, constants.O_RDONLY | constants.O_NONBLOCK);
    const readErr = open(err, constants.O_RDONLY | constants.O_NONBLOCK);
    const writers = [open(out, constants.O_WRONLY), open(err, constants.O_WRONLY)] as const;
    return {
      writers,
      readers: { stdout: readerOf(readOut), stderr: readerOf(readErr) },
      closeWriters: () => closeAll(writers),
    };
  } catch (error) {
    closeAll(opened);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readerOf(descriptor: number): Readable {
  return new Socket({ fd: descriptor, readable: true, writable: false });
}

function closeAll(descriptors: readonly number[]): void {
  // Closing fails only if already closed.
  for (const descriptor of descriptors) close(descriptor, () => undefined);
}

/** Bytes processed before yielding to other work. */
const turnBytes = 256 * 1024;
/** Larger pieces, together with an incomplete line, would leave the fast counting path. */
const pieceBytes = 32 * 1024;

/** Receives decoded text; `isPlain` is true if no byte of it needs a filter (`isPlainBytes`). */
export type TakeText = (text: string, isPlain: boolean) => void;

/**
 * Decodes a pipe's bytes as UTF-8; characters split across chunks stay whole. After each 256 KB the
 * pipe pauses for one turn of the event loop, so that a flood of output blocks nothing and
 * accumulates in the writer. `onEnd` is called once, when the pipe has closed.
 */
export function readText(
  pipe: Readable,
  onText: TakeText,
  onEnd: () => void = () => undefined,
): void {
  const decoder = new StringDecoder('utf8');
  let taken = 0;
  /** True while the decoder may hold an incomplete character. */
  let holds = false;
  const take = (piece: Buffer): void => {
    const isPlain = !holds && isPlainBytes(piece);
    const text = isPlain ? piece.toString('latin1') : decoder.write(piece);
    holds = !isPlain && (piece.at(-1) ?? 0) > 0x7f;
    if (text !== '') onText(text, isPlain);
  };
  pipe.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    for (let at = 0; at < chunk.length; at += pieceBytes) take(chunk.subarray(at, at + pieceBytes));
    if (taken < turnBytes) return;
    taken = 0;
    pipe.pause();
    setImmediate(() => pipe.resume());
  });
  // A broken pipe emits `close`; the result of the command is its exit.
  pipe.on('error', () => undefined);
  pipe.on('close', () => {
    const rest = decoder.end();
    if (rest !== '') onText(rest, false);
    onEnd();
  });
}

const highBits = 0x80808080 | 0;
const blanks = 0x20202020;
const ones = 0x01010101;

/** 1 for each allowed byte. */
const allowed = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isLineByte = byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x08;
  return isLineByte || (byte >= 0x20 && byte <= 0x7e) ? 1 : 0;
});

/**
 * True if all bytes are printable ASCII, blanks, backspaces, tabs or line breaks: plain text that
 * no filter changes and that needs no decoding. Checks four bytes at once, several times faster
 * than a regular expression on text.
 */
export function isPlainBytes(bytes: Uint8Array): boolean {
  if (!isAscii(bytes)) return false;
  const { buffer, byteOffset, length } = bytes;
  const begin = (4 - (byteOffset % 4)) % 4;
  if (length < begin) return areAllowed(bytes, 0, length);
  const count = (length - begin) >> 2;
  const words = new Int32Array(buffer, byteOffset + begin, count);
  for (let at = 0; at < count; at += 1) {
    const word = words[at] ?? 0;
    // For ASCII, a byte below a blank borrows, and DEL carries, into its highest bit.
    if ((((word - blanks) | (word + ones)) & highBits) === 0) continue;
    const isAllowedWord =
      allowed[word & 0xff] === 1 &&
      allowed[(word >>> 8) & 0xff] === 1 &&
      allowed[(word >>> 16) & 0xff] === 1 &&
      allowed[word >>> 24] === 1;
    if (!isAllowedWord) return false;
  }
  return areAllowed(bytes, 0, begin) && areAllowed(bytes, begin + count * 4, length);
}

function areAllowed(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (allowed[bytes[at] ?? 0] !== 1) return false;
  return true;
}
