/** How the lines of a text end; `mixed` is what no editor buffer keeps. */
export type LineEndings = 'none' | 'lf' | 'crlf' | 'mixed';

export function lineEndingsOf(text: string): LineEndings {
  const found = new Set<LineEndings>();
  for (const [ending] of text.matchAll(/\r\n|\r|\n/g)) {
    found.add(ending === '\n' ? 'lf' : ending === '\r\n' ? 'crlf' : 'mixed');
    if (found.size > 1) return 'mixed';
  }
  const [only = 'none'] = found;
  return only;
}

/**
 * True for a text that a buffer holds as it is. Switching the line endings of a buffer together with
 * its text is a step that VS Code cannot undo, so such texts are written on disk.
 */
export function fitsBuffer(
  text: string,
  { lineEndings }: { readonly lineEndings: 'lf' | 'crlf' },
): boolean {
  const endings = lineEndingsOf(text);
  return endings === 'none' || endings === lineEndings;
}
