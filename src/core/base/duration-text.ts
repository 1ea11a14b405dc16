/** A duration in words, as exact as matters: `45 s`, `3 min`, `2 h 5 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 100) return `${String(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${String(minutes)} min`;
  const rest = minutes % 60;
  return `${String(Math.floor(minutes / 60))} h${rest === 0 ? '' : ` ${String(rest)} min`}`;
}
