import type { BlockedConstruct, ShellWord } from '../../contracts/shell-reading';
import { nothingFound } from './finding';
import { makePart, onePart } from './make-part';
import type { Describer } from './scene';
import { textOf, wordHazards } from './words';

const remedies: Readonly<Record<string, string>> = {
  eval: 'eval runs text as a command. Write the command itself.',
  source: 'source runs a file in this shell. Run the file as a program: bash file.sh.',
  '.': 'A dot runs a file in this shell. Run the file as a program: bash file.sh.',
  exec: 'exec replaces the shell. Run the command without exec.',
  trap: 'trap runs commands later. Run what is needed at the end, as a command.',
  alias: 'alias gives a command another meaning. Write the command in full.',
  enable: 'enable changes what builtin commands mean. Leave it out.',
  bind: 'bind -x runs commands on keys. Leave it out.',
  complete: 'complete -C runs a command to complete words. Leave it out.',
  compgen: 'compgen -C runs a command to complete words. Leave it out.',
};

/** Builtins that are refused whatever the rules say (000; DESIGN decision 11). */
export const describeBlockedBuiltin: Describer = ({ command, program, rest, isSearched }) => {
  // Only a guess: in `docker exec web ls .` the dot is no command.
  if (isSearched) return undefined;
  const reason = Object.hasOwn(remedies, program.text) ? remedies[program.text] : undefined;
  if (!program.known || reason === undefined || !isBlocked(program.text, rest)) return undefined;
  const text = textOf(command.words).slice(0, 80);
  const blocked: BlockedConstruct = { kind: 'builtin', text, reason };
  const finding = { ...nothingFound, hazards: wordHazards(command.words) };
  return { ...onePart(makePart(command, 'decides', finding), command), blocked: [blocked] };
};

function isBlocked(name: string, rest: readonly ShellWord[]): boolean {
  if (name === 'exec') return rest.length > 0;
  if (name === 'bind') return hasLetter(rest, 'x');
  if (name === 'complete' || name === 'compgen') return hasLetter(rest, 'C');
  return true;
}

/** Also for a word that the shell computes: it may be just that option. */
function hasLetter(words: readonly ShellWord[], letter: string): boolean {
  return words.some(({ text, known }) =>
    known ? /^-[^-]/.test(text) && text.includes(letter) : !/^[\w./]/.test(text),
  );
}
