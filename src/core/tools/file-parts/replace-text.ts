import { dominantLineEnding, lineAt, withLineEnding } from '../../base/text-lines';

export interface Replacement {
  readonly text: string;
  readonly count: number;
}

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
}

/** Where `edit.oldText` stands, in the text's own line endings. */
export interface Occurrences {
  readonly edit: TextEdit;
  /** Offsets, in order, without overlap. */
  readonly offsets: readonly number[];
}

/**
 * Finds a text exactly; only the kind of line ending may differ, because readers are shown lines
 * without it. What is written then has the file's own.
 */
export function findOccurrences(text: string, edit: TextEdit): Occurrences {
  const ending = dominantLineEnding(text);
  const adapted = {
    oldText: withLineEnding(edit.oldText, ending),
    newText: withLineEnding(edit.newText, ending),
  };
  const found = offsetsOf(text, adapted.oldText);
  if (found.length > 0) return { edit: adapted, offsets: found };
  // A file of mixed endings: the text as it was given may still stand there.
  return { edit, offsets: offsetsOf(text, edit.oldText) };
}

export function replaceAt(text: string, { edit, offsets }: Occurrences): Replacement {
  const parts: string[] = [];
  let from = 0;
  for (const offset of offsets) {
    parts.push(text.slice(from, offset), edit.newText);
    from = offset + edit.oldText.length;
  }
  return { text: parts.join('') + text.slice(from), count: offsets.length };
}

/** 1-based line numbers of the first `max` occurrences. */
export function linesOf(text: string, offsets: readonly number[], max: number): readonly number[] {
  return offsets.slice(0, max).map((offset) => lineAt(text, offset));
}

function offsetsOf(text: string, sought: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    offsets.push(at);
  }
  return offsets;
}
