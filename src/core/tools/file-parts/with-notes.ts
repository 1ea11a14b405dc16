/** A result for the model, and under it what it must know beside, each on a line of its own. */
export function withNotes(text: string, notes: readonly string[]): string {
  return [...(text === '' ? [] : [text]), ...notes.map((note) => `[${note}]`)].join('\n');
}
