import { execFile } from 'node:child_process';
import { close, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** How the two output streams of a child process reach us. */
export interface OutputPipes {
  /** What the child gets as its descriptors 1 and 2. */
  readonly writers: readonly ['pipe', 'pipe'] | readonly [number, number];
  /** Ours; undefined when Node makes them with the child. */
  readonly readers: { readonly stdout: Readable; readonly stderr: Readable } | undefined;
  /** Lets our copies of the writers go, so that the readers see the end. */
  closeWriters(): void;
}

const nodePipes: OutputPipes = {
  writers: ['pipe', 'pipe'],
  readers: undefined,
  closeWriters: () => undefined,
};

/**
 * Opens the pipes of one command. What Node calls a pipe is a socket, and Linux lets nobody open a
 * socket by name: `> /dev/stderr` and `tee /dev/stdout` would fail. So Linux gets named pipes, whose
 * names are gone before the command starts. Without `mkfifo`, Node's.
 */
export async function openOutputPipes(platform: NodeJS.Platform): Promise<OutputPipes> {
  if (platform !== 'linux') return nodePipes;
  try {
    return await openNamedPipes();
  } catch {
    // No mkfifo, or a temporary folder that takes no pipes: all but opening by name still works.
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
    // The reader first and without waiting, so that opening the writer does not wait either.
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
  // Closing fails only for what is closed already.
  for (const descriptor of descriptors) close(descriptor, () => undefined);
}
