import { redactText } from './redact';

const maxHeld = 4096;

/** Redacts a live text piece by piece; a secret split over two pieces is still found. */
export interface StreamRedactor {
  /** Takes new text, answers what may be shown now. */
  push(text: string): string;
  /** Answers what was held back. */
  flush(): string;
}

/**
 * Holds the last unfinished line back (at most 4 KiB), and a private key block until its end, so
 * that what is shown never holds a part of a secret.
 */
export function createStreamRedactor(): StreamRedactor {
  let held = '';
  const release = (upTo: number): string => {
    const ready = held.slice(0, upTo);
    held = held.slice(upTo);
    return redactText(ready).text;
  };
  return {
    push: (text) => {
      held += text;
      const key = held.lastIndexOf('-----BEGIN ');
      const keyIsOpen = key !== -1 && !held.slice(key).includes('-----END ');
      if (keyIsOpen) {
        const before = release(key);
        held = dropKeyBody(held);
        return before;
      }
      const line = held.lastIndexOf('\n') + 1;
      if (held.length - line <= maxHeld) return release(line);
      return release(safeCut(held));
    },
    flush: () => release(held.length),
  };
}

/** Keeps the begin mark and enough of the end to see the end mark: memory stays bounded. */
function dropKeyBody(open: string): string {
  return open.length <= maxHeld ? open : `${open.slice(0, 64)}\n${open.slice(-64)}`;
}

/** A cut of an overlong line: after the last blank outside the held window, else before it. */
function safeCut(text: string): number {
  const window = text.length - maxHeld;
  const blank = text.lastIndexOf(' ', window);
  return blank > 0 ? blank + 1 : window;
}
