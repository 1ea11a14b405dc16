/**
 * Escapes foreign text so that it neither opens nor closes the tag that encloses it, however the tag
 * is spelled: in any case, with blanks, slashes or invisible characters within, or in full width.
 */
export function escapeTag(text: string, tag: string): string {
  return text.replace(patternOf(tag), '&lt;');
}

/** Characters that a reader does not see: formats, marks and controls. */
const unseen = String.raw`[\p{Cf}\p{Mn}\p{Cc}]*`;
const fullWidth = 0xfee0;
const patterns = new Map<string, RegExp>();

function patternOf(tag: string): RegExp {
  const known = patterns.get(tag);
  if (known !== undefined) return known;
  const letters = Array.from(tag, (letter) => {
    const wide = String.fromCharCode(letter.charCodeAt(0) + fullWidth);
    return `[${letter}${wide}]`;
  });
  const name = letters.join(unseen);
  const pattern = new RegExp(String.raw`[<＜﹤](?=[\s\p{Cf}\p{Mn}\p{Cc}/\\／＼⁄∕]*${name})`, 'giu');
  patterns.set(tag, pattern);
  return pattern;
}
