import type { ShellWord } from '../../contracts/shell-reading';
import type { Described } from '../simple-command';
import { nothingFound, warn } from './finding';
import { makePart, onePart } from './make-part';
import type { Describer, CommandContext } from './scene';
import { wordHazards } from './words';

const lasting =
  'changes what later commands in this line mean; a variable for one command stands before it';

const stateChangers = new Set([
  ...[
    'export',
    'declare',
    'typeset',
    'readonly',
    'local',
    'unset',
    'set',
    'shopt',
    'hash',
    'umask',
  ],
  ...['ulimit', 'mapfile', 'readarray', 'read', 'getopts', 'let', 'unalias', 'bind', 'complete'],
  ...['compopt', 'exec', 'setopt', 'unsetopt', 'autoload', 'zmodload', 'fc', 'history', 'dirs'],
]);

/** Builtins that end, wait or do nothing: they need no rule. */
const harmless = new Set([
  'true',
  'false',
  ':',
  'exit',
  'return',
  'break',
  'continue',
  'shift',
  'wait',
]);

const tests = new Set(['test', '[', '[[']);

/** Builtins that change the shell itself (security 3.2 step 8), and those that change nothing. */
export const describeStateChange: Describer = (scene) => {
  const { command, program, rest } = scene;
  const { text } = program;
  if (isFree(text, rest)) return onePart(makePart(command, 'tightens'), command);
  if (text === 'fc' || text === 'history') {
    return changed(scene, `${text} shows or repeats earlier commands`);
  }
  if (text === 'compgen' || stateChangers.has(text)) return changed(scene, `${text} ${lasting}`);
  if (text === 'wait') return changed(scene, `wait -p ${lasting}`);
  if (text === 'printf' && writesVariable(rest)) return changed(scene, `printf -v ${lasting}`);
  if (tests.has(text) && rest.some(({ text: word }) => /\$\(|`|\$\{/.test(word))) {
    return changed(scene, `${text} runs what stands inside [ ] of a variable's name`);
  }
  return undefined;
};

function changed({ command }: CommandContext, reason: string): Described {
  const hazards = [...wordHazards(command.words), ...warn(reason).hazards];
  return onePart(makePart(command, 'decides', { ...nothingFound, hazards }), command);
}

function isFree(name: string, rest: readonly ShellWord[]): boolean {
  if (!rest.every(({ known }) => known)) return false;
  if (name === 'wait' && rest.some(({ text }) => /^-[^p]*p/.test(text))) return false;
  if (name === 'set') return rest.length > 0 && isStrictMode(rest.map(({ text }) => text));
  return harmless.has(name);
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
