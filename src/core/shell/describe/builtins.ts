import { say, type Sentence } from '../../base/sentence';
import { nameSet } from '../../base/text-lines';
import type { ShellWord, BlockedConstruct } from '../../contracts/calls/shell-analysis';
import {
  type Described,
  type Folders,
  isFixedPath,
  pathInFolder,
  pathsInFolders,
} from '../command/simple-command';
import { nothingFound, warn, type Finding, joinFindings } from '../command/finding';
import { decides, makePart, onePart } from './parts';
import type { Describer, CommandContext } from './command-context';
import { wordHazards, textOf } from '../command/words';
import { placed } from '../programs/find-in-program';
import { isForeign } from '../programs/path-hazards';

const lasting = (name: string) =>
  say`${name} changes what later commands in this line mean; to set a variable for one command, put it before the command`;

const stateChangers =
  nameSet(`export declare typeset readonly local unset set shopt hash umask ulimit mapfile readarray read
  getopts let unalias bind complete compopt exec setopt unsetopt autoload zmodload fc history dirs`);

/** Builtins that end, wait or do nothing: they need no rule. */
const harmless = nameSet('true false : exit return break continue shift wait');

const tests = new Set(['test', '[', '[[']);

/** A subscript is computed: `test -v 'a[PATH=1]'` assigns. */
const computed = /\$\(|`|\$\{|^[A-Za-z_]\w*\[[^\]]*[^\]\w@*]/;

/**
 * Builtins that change the shell itself (decision shell-assignments), and those that change
 * nothing.
 */
export const describeStateChange: Describer = (scene) => {
  const { command, program, rest } = scene;
  const { text } = program;
  if (isFree(text, rest)) return onePart(makePart(command, 'tightens'), command);
  if (text === 'fc' || text === 'history') {
    return changed(scene, say`${text} shows or repeats earlier commands`);
  }
  if (text === 'compgen' || stateChangers.has(text)) return changed(scene, lasting(text));
  if (text === 'wait') return changed(scene, lasting('wait -p'));
  if (text === 'printf' && writesVariable(rest)) {
    return changed(scene, lasting('printf -v'));
  }
  if (tests.has(text) && rest.some(({ text: word }) => computed.test(word))) {
    return changed(scene, say`${text} runs the code inside [ ] of a variable's name`);
  }
  return undefined;
};

/** A test of plain words and names of the workspace only says yes or no. */
const plainTest = /^(?:!|-[defhLnrswxzao]|==?|!=|\]{1,2}|(?!-|\/|~)[\w.@/+-]*)$/;

function isPlainTest(rest: readonly ShellWord[]): boolean {
  return rest.every(({ text }) => plainTest.test(text) && !text.includes('..'));
}

function changed({ command }: CommandContext, reason: Sentence): Described {
  return decides(command, [{ reason }]);
}

function isFree(name: string, rest: readonly ShellWord[]): boolean {
  if (!rest.every(({ known }) => known)) return false;
  if (name === 'wait' && rest.some(({ text }) => /^-[^p]*p/.test(text))) return false;
  if (name === 'set') return rest.length > 0 && isStrictMode(rest.map(({ text }) => text));
  return harmless.has(name) || (tests.has(name) && isPlainTest(rest));
}

/** `set -euo pipefail` and its kind make a script stop early or say what it does, no more. */
function isStrictMode(words: readonly string[]): boolean {
  const wantsName = words.map((word) => /^[-+][eExu]*o$/.test(word));
  return words.every((word, at) =>
    wantsName[at - 1] === true
      ? /^(?:pipefail|errexit|nounset|errtrace|xtrace)$/.test(word)
      : wantsName[at] === true && words[at + 1] !== undefined
        ? true
        : /^[-+][eExu]+$/.test(word),
  );
}

function writesVariable([first]: readonly ShellWord[]): boolean {
  return first !== undefined && first.text.startsWith('-v');
}

const folderChangers = new Set(['cd', 'pushd', 'popd', 'chdir']);

/** `cd` changes the folder of later commands (decision shell-paths). */
export const describeFolderChange: Describer = ({
  command,
  program,
  rest,
}): Described | undefined => {
  if (!folderChangers.has(program.text)) return undefined;
  const target = program.text === 'cd' ? folderOf(rest) : undefined;
  const folders = target === undefined ? undefined : foldersBelow(command.folders, target);
  const isPhysical = rest.some(({ text }) => /^-[LPe@]*P/.test(text));
  const found =
    target === undefined ? lost(program.text) : findInTarget(target, command.folders, isPhysical);
  const words: Finding = { ...nothingFound, hazards: wordHazards(command.words) };
  const part = makePart(command, 'decides', joinFindings([words, found]));
  return { parts: [part], blocked: [], doubts: [], folders };
};

function lost(name: string): Finding {
  return warn(say`where ${name} leads is known only when it runs`);
}

/** The one folder that is named; undefined for none, `-`, a home folder or one that is computed. */
function folderOf(words: readonly ShellWord[]): string | undefined {
  const at = words.findIndex(({ text }) => !/^-[LPe@]+$/.test(text));
  const rest = at === -1 ? [] : words.slice(words[at]?.text === '--' ? at + 1 : at);
  const [first, ...more] = rest;
  if (first === undefined || more.length > 0 || !first.known) return undefined;
  return first.text === '' || /^[-+~]/.test(first.text) ? undefined : first.text;
}

function foldersBelow(folders: Folders, target: string): Folders {
  if (folders === undefined) return isFixedPath(target) ? [pathInFolder('.', target)] : undefined;
  return [...new Set(folders.map((folder) => pathInFolder(folder, target)))];
}

const kind = { access: 'read', certain: true } as const;

/** Only `cd -P` follows a link before it goes up by `..`. */
function findInTarget(target: string, folders: Folders, isPhysical: boolean): Finding {
  return joinFindings([
    isPhysical ? placed([{ text: target, ...kind }], folders) : nothingFound,
    { ...nothingFound, paths: pathsInFolders(target, folders, { ...kind, redirected: false }) },
    isForeign(target)
      ? warn(say`${target} holds what others wrote, settings and programs too`)
      : nothingFound,
    folders === undefined && !isFixedPath(target) ? lost('cd') : nothingFound,
  ]);
}

const remedies: Readonly<Record<string, Sentence>> = {
  eval: say`eval runs text as a command. Write the command itself.`,
  source: say`source runs a file in this shell. Run the file as a program: bash file.sh.`,
  '.': say`A dot runs a file in this shell. Run the file as a program: bash file.sh.`,
  exec: say`exec replaces the shell. Run the command without exec.`,
  trap: say`trap runs commands later. Run what is needed at the end, as a command.`,
  alias: say`alias gives a command another meaning. Write the command in full.`,
  enable: say`enable changes what builtin commands mean. Leave it out.`,
  bind: say`bind -x runs commands on keys. Leave it out.`,
  complete: say`complete -C runs a command to complete words. Leave it out.`,
  compgen: say`compgen -C runs a command to complete words. Leave it out.`,
};

/** Builtins that are refused whatever the rules say (decision 11). */
export const describeBlockedBuiltin: Describer = ({ command, program, rest, isSearched }) => {
  // Only a guess: in `docker exec web ls .` the dot is no command.
  if (isSearched) return undefined;
  const reason = Object.hasOwn(remedies, program.text) ? remedies[program.text] : undefined;
  if (!program.known || reason === undefined || !isBlocked(program.text, rest)) return undefined;
  const text = textOf(command.words).slice(0, 80);
  const blocked: BlockedConstruct = { kind: 'builtin', text, reason };
  return { ...decides(command), blocked: [blocked] };
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
