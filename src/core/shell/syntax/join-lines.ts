/** A text without the pairs of backslash and newline that are not there for bash. */
export function joinLines(text: string, joins: ReadonlySet<number>): string {
  let joined = '';
  let from = 0;
  for (const join of [...joins].sort((left, right) => left - right)) {
    joined += text.slice(from, join);
    from = join + 2;
  }
  return joined + text.slice(from);
}
