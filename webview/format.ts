/** A duration for people: `0.4s`, `12s`, `3m 05s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.1) return `${Math.round(Math.max(0, ms))}ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, '0')}s`;
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The last part of a path, and what stands before it. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { folder: path.slice(0, at + 1), name: path.slice(at + 1) };
}

/** The path as the card's title names it, when the title is the end of the path. */
export function shortPath(path: string, title: string): string {
  return title !== '' && path.endsWith(`/${title}`) ? title : path;
}

/** A text of bounded length for one line. */
export function cutLine(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars)}…`;
}
