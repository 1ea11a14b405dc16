/** Where a shell may begin a command. Quotes are not understood: better a piece too many. */
const separators = /[;&|()`{}\n\r]+/;
/** What may stand before the command's first word: keywords and redirections. */
const leading =
  /^(?:(?:if|then|elif|else|while|until|do|time|coproc|!) |\d{0,9}[<>]{1,2}[&|]? ?[^\s<>]+ )+/;
/** The folder of a program that is named by its path. */
const folder = /^[^\s]*\/(?=[^\s/])/;

/**
 * The texts in which a deny or ask rule looks for a command: the whole, the whole with plain
 * blanks, and what stands between operators, as it is, without quotes, and with the program's bare
 * name. It errs on the side of too many.
 */
export function commandPieces(command: string): readonly string[] {
  // A backslash before a line break joins two lines (security section 0, differential 4).
  const joined = command.replace(/\\\r?\n/g, '');
  const pieces = [joined, ...joined.split(separators)].map(withPlainBlanks);
  const bare = pieces.map((piece) => piece.replace(leading, ''));
  const unquoted = bare.map((piece) => piece.replace(/["'\\]/g, ''));
  const named = unquoted.map((piece) => piece.replace(folder, ''));
  const all = new Set([command, ...pieces, ...bare, ...unquoted, ...named]);
  return [...all].filter((piece) => piece !== '');
}

function withPlainBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
