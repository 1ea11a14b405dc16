import type { ShellWord } from '../../contracts/shell-reading';
import { placed } from '../programs/find-in-program';
import { isForeign } from '../programs/path-hazards';
import type { Described, Folders } from '../simple-command';
import { type Finding, joinFindings, nothingFound, warn } from './finding';
import { makePart } from './make-part';
import { isFixedPath, pathInFolder, pathsInFolders } from './place-path';
import type { Describer } from './scene';
import { wordHazards } from './words';

const folderChangers = new Set(['cd', 'pushd', 'popd', 'chdir']);

/** `cd` moves where the commands behind it stand (security 3.2 step 12). */
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
  return warn(`where ${name} leads is known only when it runs`);
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
      ? warn(`${target} holds what others wrote, settings and programs too`)
      : nothingFound,
    folders === undefined && !isFixedPath(target) ? lost('cd') : nothingFound,
  ]);
}
