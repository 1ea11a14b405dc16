import { cutEnd, cutStart } from '../base/text-lines';

/** Characters that are taken out of the middle of an overlong line at a time. */
const blockChars = 32 * 1024;
/** A longer line is cut to between two and three blocks: more than a model is given of an output. */
const maxLineChars = 4 * blockChars;

export interface LineSplitter {
  /** Gives every line that has an end. */
  write(text: string): void;
  /** Gives the line that has none. True when there was such a line. */
  end(): boolean;
}

/** `isInside`: the whole line is part of the text that is being written. */
export type EmitSplitLine = (line: string, isInside: boolean) => void;

/**
 * Cuts a text that comes in pieces into lines, wherever it was cut; linear also in a line without an
 * end. Of an overlong line the begin and the end are given; `leave` gets what is left out of it.
 */
export function createLineSplitter(give: EmitSplitLine, leave: (text: string) => void): LineSplitter {
  let open = '';
  let cut = 0;
  const grow = (text: string): void => {
    open += text;
    if (cut === 0 && open.length < maxLineChars) return;
    while (open.length >= 3 * blockChars) {
      leave(open.slice(blockChars, 2 * blockChars + overlap));
      open = open.slice(0, blockChars) + open.slice(2 * blockChars);
      cut += blockChars;
    }
  };
  const close = (): void => {
    const line = cut === 0 ? open : shortened(open, cut);
    open = '';
    cut = 0;
    give(line, false);
  };
  return {
    write: (text) => {
      let from = 0;
      let to = text.indexOf('\n');
      if (to >= 0 && open !== '') {
        grow(text.slice(0, to));
        close();
        from = to + 1;
        to = text.indexOf('\n', from);
      }
      while (to >= 0) {
        if (to - from < maxLineChars) give(text.slice(from, to), true);
        else {
          grow(text.slice(from, to));
          close();
        }
        from = to + 1;
        to = text.indexOf('\n', from);
      }
      if (from < text.length) grow(text.slice(from));
    },
    end: () => {
      if (open === '') return false;
      close();
      return true;
    },
  };
}

/** What was left out is shown again with the begin of what follows: a word may lie across both. */
const overlap = 1024;

function shortened(kept: string, cut: number): string {
  const begin = cutEnd(kept, blockChars);
  const end = cutStart(kept, kept.length - blockChars);
  const missing = cut + kept.length - begin.length - end.length;
  return `${begin} … ${String(missing)} characters cut … ${end}`;
}
