/** `12,345`: the same on every machine. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** A number with its noun: `1 file`, `12,345 files`, `2 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** `512 bytes`, `1.5 KB`, `10 MB`; one KB is 1024 bytes. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${String(bytes)} bytes`;
  let value = bytes / 1024;
  let at = 0;
  while (value >= 1023.95 && at < units.length - 1) {
    value /= 1024;
    at += 1;
  }
  return `${value.toFixed(1).replace(/\.0$/, '')} ${units[at] ?? ''}`;
}

/** A duration in words, as exact as matters: `45 s`, `3 min`, `2 h 5 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 100) return `${String(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${String(minutes)} min`;
  const rest = minutes % 60;
  return `${String(Math.floor(minutes / 60))} h${rest === 0 ? '' : ` ${String(rest)} min`}`;
}

/**
 * How much filters removed, for the user: `342 lines -> 28 lines, 91.8% filtered` (003-filters-6).
 * Undefined if no line was removed.
 */
export function filterLine(rawLines: number, filteredLines: number): string | undefined {
  if (filteredLines >= rawLines) return undefined;
  const share = (100 * (rawLines - filteredLines)) / rawLines;
  // Rounding must not show 100 % while something is left, or 0 % when something was removed.
  const shown = filteredLines === 0 ? 100 : Math.min(99.9, Math.max(0.1, share));
  return `${counted(rawLines, 'line')} -> ${counted(filteredLines, 'line')}, ${shown.toFixed(1)}% filtered`;
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
