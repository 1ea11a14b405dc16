import { inEnglish, say, type Amount, type Sentence } from './sentence';

/** `12,345`: the same on every machine. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** A number with its noun: `1 file`, `12,345 files`, `2 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `512 bytes`, `1.5 KB`, `10 MB`; one KB is 1024 bytes. */
export function formatSize(bytes: number): string {
  return inEnglish(sizeOf(bytes));
}

/** The same for users. */
export function sizeOf(bytes: number): Sentence {
  if (bytes < 1024) return bytes === 1 ? say`1 byte` : say`${bytes} bytes`;
  let value = bytes / 1024;
  let at = 0;
  while (value >= 1023.95 && at < 3) {
    value /= 1024;
    at += 1;
  }
  const size: Amount = { amount: value, digits: [0, 1] };
  return [say`${size} KB`, say`${size} MB`, say`${size} GB`][at] ?? say`${size} TB`;
}

/** A duration in words, as exact as matters: `45 s`, `3 min`, `2 h 5 min`. */
export function durationText(ms: number): string {
  return inEnglish(durationOf(ms));
}

/** The same for users. */
export function durationOf(ms: number): Sentence {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 100) return say`${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return say`${minutes} min`;
  const rest = minutes % 60;
  const hours: Amount = { amount: Math.floor(minutes / 60) };
  return rest === 0 ? say`${hours} h` : say`${hours} h ${rest} min`;
}

/**
 * How much filters removed: `342 lines -> 28 lines, 91.8% filtered` (003-filters-6). Undefined if
 * no line was removed.
 */
export function filterLine(rawLines: number, filteredLines: number): Sentence | undefined {
  if (filteredLines >= rawLines) return undefined;
  const share = (100 * (rawLines - filteredLines)) / rawLines;
  // Rounding must not show 100 % while something is left, or 0 % when something was removed.
  const amount = filteredLines === 0 ? 100 : Math.min(99.9, Math.max(0.1, share));
  const shown: Amount = { amount, digits: [1, 1] };
  return say`${linesOf(rawLines)} -> ${linesOf(filteredLines)}, ${shown}% filtered`;
}

export function linesOf(count: number): Sentence {
  return count === 1 ? say`1 line` : say`${{ amount: count }} lines`;
}

/** A text as lines of whole words; none for an empty one. */
export function wordLines(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > width && line !== '') lines.push(line);
    line = longer.length > width ? word : longer;
  }
  return line === '' ? lines : [...lines, line];
}
