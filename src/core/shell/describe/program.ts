import { say } from '../../base/sentence';
import { nameSet } from '../../base/text-lines';
import { obeysItsFolder } from '../../base/command-text';
import type { ShellHazard, ShellWord } from '../../contracts/calls/shell-analysis';
import { findTable } from '../programs/all-programs';
import { findInProgram, placed } from '../programs/find-in-program';
import type { Described, Folders, SimpleCommand } from '../command/simple-command';
import { type Finding, found, joinFindings, nothingFound, warn } from '../command/finding';
import {
  joinDescribed,
  tightenScript,
  tightenWords,
  withoutHazards,
  makePart,
  onePart,
  reachingWith,
} from './parts';
import type { CommandContext } from './command-context';
import { baseName, shorten, wordHazards } from '../command/words';

/** Programs that do the same in every folder. */
const anywhere = nameSet('echo printf pwd sleep date which uname whoami');

/** Programs whose settings lie in the folder they run in, and name programs. */
const repositories = nameSet('git hg svn jj sl fossil tig lazygit');

/** Programs that execute a here-document. */
const readsScriptFromStdin =
  nameSet(`psql mysql mariadb sqlite3 duckdb mongosh redis-cli ftp sftp lftp ed ex vi vim nvim red emacs
  gdb lldb ssh at batch crontab make gmake xargs parallel docker podman kubectl nc telnet openssl
  bc dc gnuplot m4 patch fdisk parted chpasswd visudo iptables-restore`);

/** A command that is not a wrapper: its words, options, operands and input. */
export function describeProgram(scene: CommandContext): Described {
  return describeOutside(scene, findInCommand(scene), []);
}

/**
 * A command with what it runs inside, where a rule about the inner one can only tighten. What its
 * options hand to a shell is inside it, too.
 */
export function describeOutside(
  scene: CommandContext,
  finding: Finding,
  inside: readonly Described[],
): Described {
  const { command, isSearched } = scene;
  const part = makePart(command, 'decides', finding);
  if (inside.length + finding.scripts.length + finding.commands.length === 0) {
    return onePart(part, command);
  }
  const scripts = isSearched ? [] : finding.scripts.map((text) => tightenScript(scene, text));
  const commands = finding.commands.map((words) => tightenWords(scene, words));
  const inner = [...inside, ...scripts, ...commands].map(withoutHazards);
  return joinDescribed(onePart(reachingWith(part, inner), command), inner);
}

export function findInCommand({ command, program, rest }: CommandContext): Finding {
  const name = baseName(program.text);
  const { folders } = command;
  const inside = findInProgram(name, [program, ...rest], { table: findTable(name), folders });
  return joinFindings([
    found(wordHazards(command.words, inside.names)),
    findHomes(command),
    inside,
    programFile(program, folders),
    folderHazards(name, program.text, command.folders),
    findInHereDocuments(name, command),
  ]);
}

/** A home folder, also of another user or behind the name of an option. */
const home = /^(?:-{0,2}\w[\w-]*\+?=(?:[^]*:)?)?~/;

/** The shell inserts the home folder, unless the tilde is quoted (decision shell-paths). */
function findHomes({ words, raw }: SimpleCommand): Finding {
  if (!/(?:^|[\s=:])~/.test(raw)) return nothingFound;
  return joinFindings(
    words
      .filter(({ text, known }) => known && home.test(text))
      .map(({ text }) =>
        found([{ reason: say`${shorten(text)} leads to a home folder`, staysHere: true }]),
      ),
  );
}

/** A program that is named by a path is a file, too. */
function programFile({ text, known }: ShellWord, folders: Folders): Finding {
  if (!known || !/[\\/]/.test(text)) return nothingFound;
  return placed([{ text, access: 'read', certain: true }], folders);
}

/** A rule is about the folder that the call runs in, unless it names another one. */
function obeyed(program: string, folders: readonly string[]): readonly ShellHazard[] {
  if (!obeysItsFolder(program)) return [];
  return folders
    .filter((folder) => folder !== '.')
    .map((folder): ShellHazard => ({
      reason: say`${shorten(program)} takes its instructions from the folder ${shorten(folder)}`,
      staysHere: true,
      unlessFolder: folder,
      liftedBy: [folder],
    }));
}

function folderHazards(name: string, program: string, folders: Folders): Finding {
  if (anywhere.has(name)) return nothingFound;
  if (folders === undefined) return warn(say`it runs in a folder that is not known`);
  if (!repositories.has(name)) return found(obeyed(program, folders));
  const hazards = folders
    .filter((folder) => folder !== '.')
    .map((folder): ShellHazard => ({
      reason: say`${name} reads the settings of the repository in the folder ${shorten(folder)}`,
      staysHere: true,
      unlessFolder: folder,
    }));
  return found(hazards);
}

/** With a quoted delimiter it is data, unless the program takes it as commands (step 10). */
function findInHereDocuments(name: string, { hereDocuments }: SimpleCommand): Finding {
  if (hereDocuments.length === 0) return nothingFound;
  if (readsScriptFromStdin.has(name)) {
    return warn(say`${name} executes the here-document`);
  }
  const isComputed = hereDocuments.some(
    ({ body, quoted }) => !quoted && /[$`]/.test(body.replace(/\\[^]/g, '')),
  );
  return isComputed
    ? warn(say`the here-document holds what is computed when it runs`)
    : nothingFound;
}
