import { say } from '../../base/sentence';
import { nameSet } from '../../base/text-lines';
import { pathBaseName } from '../../base/paths';
import type { GlobWord, ShellHazard, ShellWord } from '../../contracts/calls/shell-analysis';

/**
 * The decoded words with one blank between them: what rules are tried on (decision shell-rules).
 */
export function textOf(words: readonly ShellWord[]): string {
  let joined = words[0]?.text ?? '';
  for (let at = 1; at < words.length; at += 1) joined += ` ${words[at]?.text ?? ''}`;
  return joined;
}

/** The last name of a program's path, without the ending that Windows adds: `/bin/rm` is `rm`. */
export function baseName(program: string): string {
  const name = /[\\/]/.test(program) ? pathBaseName(program) : program;
  return name.endsWith('e') || name.endsWith('E') ? name.replace(/\.exe$/i, '') : name;
}

/** A word that may be read as the names of files that it stands for. */
export interface WordOfNames {
  /** The word itself, or the text of an option whose value was split off. */
  readonly of: ShellWord | string;
  readonly glob: GlobWord;
}

/** Words that the shell computes: what the program gets is not known (decision shell-words). */
export function wordHazards(
  words: readonly ShellWord[],
  names: readonly WordOfNames[] = [],
): readonly ShellHazard[] {
  if (words.every(({ known }) => known)) return [];
  const program = words[0]?.text ?? '';
  return words.flatMap((word, at) => {
    if (word.known) return [];
    if (at === 0) return [unknownProgram(word.text)];
    if (isExitCode(word.text, program)) return [];
    const found = names.find(({ of }) => of === word || of === word.text);
    const hazard = unknownWord(word.text, program);
    return [found === undefined ? hazard : { ...hazard, unlessGlob: found.glob }];
  });
}

/** `$?` is a number, which may be shown. */
function isExitCode(text: string, program: string): boolean {
  return printing.has(program) && /^"[^"$`\\]*(?:\$\?[^"$`\\]*)+"$|^\$\?$/.test(text);
}

const printing = nameSet('echo printf');

function unknownProgram(text: string): ShellHazard {
  return { reason: say`which program ${shorten(text)} is, is known only when it runs` };
}

function unknownWord(text: string, program: string): ShellHazard {
  const reason = say`what ${shorten(text)} stands for is known only when it runs`;
  // Whether it may be a verb that connects depends on the program, which `reachesOut` knows.
  const hazard = { reason, staysHere: true } as const;
  return isPlainGlob(text, program) ? { ...hazard, liftedBy: [text] } : hazard;
}

/** Programs to which no name of a file is a dangerous option. */
const harmless = nameSet('ls cat head tail stat echo basename dirname');

/**
 * A glob after a fixed beginning, which cannot become an option. A rule of the user covers it with
 * the same word; `*` alone does not count, because nearly every pattern contains it.
 */
function isPlainGlob(text: string, program: string): boolean {
  if (!/[*?[]/.test(text) || /[$`{}~\\'"()!\s]/.test(text)) return false;
  return /^[\w./@]/.test(text) || (harmless.has(program) && /\w/.test(text));
}

export function shorten(text: string): string {
  const line = /\s/.test(text) ? text.replace(/\s+/g, ' ') : text;
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
