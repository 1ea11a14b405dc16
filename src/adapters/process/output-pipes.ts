import { execFile } from 'node:child_process';
import { close, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket, type ConnectOpts, type SocketConstructorOpts } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { StringDecoder } from 'node:string_decoder';
import { isAscii } from 'node:buffer';

export interface OutputPipe {
  /**
   * Starts reading; call it once. A chunk is valid only during the call, which answers whether to
   * read on; after false, nothing is read until `resume`. `onClose` is called once, at the end.
   */
  start(onChunk: (chunk: Buffer) => boolean, onClose: () => void): void;
  resume(): void;
  destroy(): void;
}

/** The pipes of a child process's output. */
export interface OutputPipes {
  /** Descriptors 1 and 2 of the child. */
  readonly writers: readonly ['pipe', 'pipe'] | readonly [number, number];
  /** Our ends; undefined if Node creates them with the child. */
  readonly readers: { readonly stdout: OutputPipe; readonly stderr: OutputPipe } | undefined;
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
      readers: { stdout: new NamedPipe(readOut), stderr: new NamedPipe(readErr) },
      closeWriters: () => closeAll(writers),
    };
  } catch (error) {
    closeAll(opened);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a pipe of Linux holds at most. */
const chunkBytes = 64 * 1024;

/** Reads into one buffer: a new one for each chunk would double the cost of reading. */
class NamedPipe implements OutputPipe {
  private socket: Socket | undefined;

  constructor(private readonly descriptor: number) {}

  start(onChunk: (chunk: Buffer) => boolean, onClose: () => void): void {
    const buffer = Buffer.allocUnsafeSlow(chunkBytes);
    const callback = (size: number): boolean => onChunk(buffer.subarray(0, size));
    const options: SocketConstructorOpts & Pick<ConnectOpts, 'onread'> = {
      ...{ fd: this.descriptor, readable: true, writable: false },
      onread: { buffer, callback },
    };
    this.socket = new Socket(options);
    follow(this.socket, onClose);
    this.socket.resume();
  }

  resume(): void {
    this.socket?.resume();
  }

  destroy(): void {
    if (this.socket === undefined) closeAll([this.descriptor]);
    else this.socket.destroy();
  }
}

/** A pipe that Node created with the child. */
export function streamPipe(stream: Readable): OutputPipe {
  return {
    start: (onChunk, onClose) => {
      stream.on('data', (chunk: Buffer) => {
        if (!onChunk(chunk)) stream.pause();
      });
      follow(stream, onClose);
    },
    resume: () => void stream.resume(),
    destroy: () => void stream.destroy(),
  };
}

function follow(stream: Readable, onClose: () => void): void {
  // A broken pipe emits `close`; the result of the command is its exit.
  stream.on('error', () => undefined);
  stream.on('close', onClose);
}

function closeAll(descriptors: readonly number[]): void {
  // Closing fails only if already closed.
  for (const descriptor of descriptors) close(descriptor, () => undefined);
}

/** Bytes processed before yielding to other work. */
const turnBytes = 256 * 1024;
/** Larger pieces, together with an incomplete line, would leave the fast counting path. */
const pieceBytes = 64 * 1024;

/** Receives decoded text; `isPlain` is true if no byte of it needs a filter (`isPlainBytes`). */
export type TakeText = (text: string, isPlain: boolean) => void;

/** Undefined if there is nothing to wait for. */
type Drained = () => Promise<void> | undefined;

/**
 * Decodes a pipe's bytes as UTF-8; characters split across chunks stay whole. After each 256 KB the
 * pipe pauses for one turn of the event loop, or until what takes the text has `drained`, so that a
 * flood of output blocks nothing and accumulates in the writer. `onEnd` is called once, when the
 * pipe has closed.
 */
export function readText(
  pipe: OutputPipe,
  onText: TakeText,
  { onEnd, drained }: { readonly onEnd?: () => void; readonly drained?: Drained } = {},
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
  const onChunk = (chunk: Buffer): boolean => {
    taken += chunk.length;
    for (let at = 0; at < chunk.length; at += pieceBytes) take(chunk.subarray(at, at + pieceBytes));
    if (taken < turnBytes) return true;
    taken = 0;
    const waiting = drained?.();
    if (waiting === undefined) setImmediate(() => pipe.resume());
    else void waiting.then(() => pipe.resume());
    return false;
  };
  pipe.start(onChunk, () => {
    const rest = decoder.end();
    if (rest !== '') onText(rest, false);
    onEnd?.();
  });
}

/** 1 for each allowed byte. */
const allowed = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isLineByte = byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x08;
  return isLineByte || (byte >= 0x20 && byte <= 0x7e) ? 1 : 0;
});

/**
 * True if all bytes are printable ASCII, blanks, backspaces, tabs or line breaks: plain text that
 * no filter changes and that needs no decoding. Several times faster than a regular expression on
 * text.
 */
export function isPlainBytes(bytes: Buffer): boolean {
  if (!isAscii(bytes) || bytes.includes(0x7f)) return false;
  const { buffer, byteOffset, length } = bytes;
  if (length < 16) return areAllowed(bytes, 0, length);
  const begin = (4 - (byteOffset % 4)) % 4;
  const end = begin + ((length - begin) & ~15);
  const words = new Int32Array(buffer, byteOffset + begin, (end - begin) >> 2);
  for (let at = 0; at < words.length; at += 4) {
    const from = begin + at * 4;
    if (mayHoldControl(words, at) && !areAllowed(bytes, from, from + 16)) return false;
  }
  return areAllowed(bytes, 0, begin) && areAllowed(bytes, end, length);
}

const highBits = 0x80808080 | 0;

/** Of sixteen bytes of ASCII, which have no other control than line feeds if it answers false. */
function mayHoldControl(words: Int32Array, at: number): boolean {
  const first = words[at] ?? 0;
  const second = words[at + 1] ?? 0;
  const third = words[at + 2] ?? 0;
  const fourth = words[at + 3] ?? 0;
  const blanks = 0x20202020;
  // Most have nothing below a blank, which would borrow the highest bit of its place.
  const borrowed = (first - blanks) | (second - blanks) | (third - blanks) | (fourth - blanks);
  if ((borrowed & highBits) === 0) return false;
  return ((others(first) | others(second) | others(third) | others(fourth)) & highBits) !== 0;
}

/** Sets the highest bit of each byte of ASCII that is below a blank and no line feed. */
function others(word: number): number {
  return ~(word + 0x60606060) & ((word ^ 0x0a0a0a0a) + 0x7f7f7f7f);
}

function areAllowed(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (allowed[bytes[at] ?? 0] !== 1) return false;
  return true;
}
