/**
 * What filters left out of an output, for people: `342 lines -> 28 lines, 91.8% filtered` (003 Inline
 * Filter Stats). Undefined when no line was left out.
 */
export function filterLine(rawLines: number, filteredLines: number): string | undefined {
  if (filteredLines >= rawLines) return undefined;
  const share = (100 * (rawLines - filteredLines)) / rawLines;
  // Rounding must not say that nothing is left, or that nothing went.
  const shown = filteredLines === 0 ? 100 : Math.min(99.9, Math.max(0.1, share));
  return `${lines(rawLines)} -> ${lines(filteredLines)}, ${shown.toFixed(1)}% filtered`;
}

function lines(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`;
}
