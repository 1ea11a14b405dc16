import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { isPlainBytes } from './plain-bytes';

/** Bytes that are handled before others get their turn. */
const turnBytes = 256 * 1024;
/** Larger pieces, with the begin of a line that waits for its end, leave the fast ways of counting. */
const pieceBytes = 32 * 1024;

/** Takes decoded text; `isPlain` is true where no byte of it needs a filter (`isPlainBytes`). */
export type TakeText = (text: string, isPlain: boolean) => void;

/**
 * Hands a pipe's bytes on as UTF-8 text; a character split over chunks stays whole. After each
 * 256 KB the pipe is paused until the event loop has gone round, so that a flood of output blocks
 * nobody and piles up in the writer, not here. `onEnd` comes once, when the pipe has closed.
 */
export function readText(
  pipe: Readable,
  onText: TakeText,
  onEnd: () => void = () => undefined,
): void {
  const decoder = new StringDecoder('utf8');
  let taken = 0;
  /** The decoder may hold the begin of a character. */
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
  // A broken pipe closes, which `close` tells; what the command did is told by its exit.
  pipe.on('error', () => undefined);
  pipe.on('close', () => {
    const rest = decoder.end();
    if (rest !== '') onText(rest, false);
    onEnd();
  });
}
