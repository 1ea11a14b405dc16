import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Bytes that are handled before others get their turn. */
const turnBytes = 256 * 1024;
/** Larger pieces, with the begin of a line that waits for its end, leave the fast ways of counting. */
const pieceBytes = 32 * 1024;

/**
 * Hands a pipe's bytes on as UTF-8 text; a character split over chunks stays whole. After each
 * 256 KB the pipe is paused until the event loop has gone round, so that a flood of output blocks
 * nobody and piles up in the writer, not here. `onEnd` comes once, when the pipe has closed.
 */
export function readText(
  pipe: Readable,
  onText: (text: string) => void,
  onEnd: () => void = () => undefined,
): void {
  const decoder = new StringDecoder('utf8');
  let taken = 0;
  pipe.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const text = decoder.write(chunk.subarray(at, at + pieceBytes));
      if (text !== '') onText(text);
    }
    if (taken < turnBytes) return;
    taken = 0;
    pipe.pause();
    setImmediate(() => pipe.resume());
  });
  // A broken pipe closes, which `close` tells; what the command did is told by its exit.
  pipe.on('error', () => undefined);
  pipe.on('close', () => {
    const rest = decoder.end();
    if (rest !== '') onText(rest);
    onEnd();
  });
}
