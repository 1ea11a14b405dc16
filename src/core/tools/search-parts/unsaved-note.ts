const maxNamed = 5;

/** Says that the disk is not what the editor shows; undefined when it is. */
export function unsavedNote(
  paths: readonly string[],
  consequence: (whose: 'its' | 'their') => string,
): string | undefined {
  if (paths.length === 0) return undefined;
  const named = paths.slice(0, maxNamed).join(', ');
  const more = paths.length - maxNamed;
  const all = more > 0 ? `${named} and ${String(more)} more` : named;
  const isOne = paths.length === 1;
  const what = consequence(isOne ? 'its' : 'their');
  return `[${all} ${isOne ? 'has' : 'have'} unsaved changes; ${what}.]`;
}
