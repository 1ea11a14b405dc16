import type { ShellHazard, ShellWord } from '../../contracts/shell-reading';

/** The decoded words with one blank between them: what rules are tried on (security 3.2 step 13). */
export function textOf(words: readonly ShellWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** The last name of a program's path, without the ending that Windows adds: `/bin/rm` is `rm`. */
export function baseName(program: string): string {
  const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
  return name.replace(/\.exe$/i, '');
}

/** Words that the shell computes: what the program gets is not known (security 3.2 step 6). */
export function wordHazards(words: readonly ShellWord[]): readonly ShellHazard[] {
  return words.flatMap((word, at) => (word.known ? [] : [unknownWord(word.text, at === 0)]));
}

function unknownWord(text: string, isProgram: boolean): ShellHazard {
  const shown = shorten(text);
  if (isProgram) return { reason: `which program ${shown} is, is known only when it runs` };
  const reason = `what ${shown} stands for is known only when it runs`;
  return isPlainGlob(text) ? { reason, liftedBy: [text] } : { reason };
}

/**
 * A glob below a fixed beginning, which cannot turn into an option. A rule of a person lifts it by
 * the same word; `*` itself is no such word, for it stands in nearly every pattern.
 */
function isPlainGlob(text: string): boolean {
  return /[*?[]/.test(text) && /^[\w./@]/.test(text) && !/[$`{}~\\'"()!\s]/.test(text);
}

export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
