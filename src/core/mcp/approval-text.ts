import { escapeControlInline } from '../base/escape-control';
import { inEnglish, say, type Sentence } from '../base/sentence';
import { cutMarked } from '../base/text-lines';
import type {
  ApprovalText,
  ApprovedParts,
  WorkspaceServer,
} from '../contracts/mcp/workspace-servers';

/** What a native dialog shows whole on a small screen. */
const maxCharacters = 2000;
/** What was approved before is only a help: how it begins, so that what is new has room. */
const maxBefore = 200;

/** Variables that decide which code a program loads; more than those that always run some. */
const locating =
  /^(?:PATH|PATHEXT|HOME|SHELL|PYTHON\w*|NODE_\w+|PERL5\w+|RUBY\w+|GEM_\w+|CLASSPATH|_?JAVA_\w+|JDK_\w+|DOTNET_\w+|CORECLR_\w+|(?:NPM_CONFIG|PIP|UV|YARN|GIT|XDG|CARGO)_\w+|\w*_PROXY|PHP\w*|LUA_\w+)$/i;

export interface ApprovalDeps {
  readonly runsOtherCode: (name: string) => boolean;
  /** Of the folder that it runs in: inside the open one. */
  readonly isInside: boolean;
}

/**
 * What is said of a server before it may start (003-mcp-4): all that starts it, with everything visible
 * that usually is not, and what has changed since it was approved before.
 */
export function approvalText(
  server: WorkspaceServer,
  before: ApprovedParts | undefined,
  { runsOtherCode, isInside }: ApprovalDeps,
): ApprovalText {
  const { approved, config, cwd = '?', folder, file } = server;
  const env = { ...server.envFile, ...config.env };
  const names = Object.keys(env);
  const risky = names.filter((name) => runsOtherCode(name) || locating.test(name));
  const all = [...approved.command, ...Object.values(config.env ?? {}), approved.cwd];
  const taken = unique(all.flatMap((text) => matches(text, /\$\{env:([^}]*?)(?::-[^}]*)?\}/g)));
  const strange = unique(
    Array.from([...approved.command, approved.cwd, folder].join(''))
      .filter((character) => character > '~')
      .map((character) => `${character} U+${hex(character)}`),
  );
  const lines: Sentence[] = [
    say`Command: ${commandLine(approved.command)}`,
    isInside
      ? say`Runs in: ${seen(cwd)}`
      : say`Runs in: ${seen(cwd)}, which is outside the open folder`,
    say`Named by: ${seen(file)} in ${seen(folder)}`,
    say`Variables: ${listed(names)}`,
    ...(approved.envFile === '' ? [] : [say`Some of them from: ${seen(approved.envFile)}`]),
    ...risky.map((name) => say`${seen(name)} can make it run other code: ${seen(env[name] ?? '')}`),
    ...(taken.length === 0 ? [] : [say`Gets these variables of yours: ${listed(taken)}`]),
    ...(server.inputs.length === 0
      ? []
      : [say`Gets what you type for: ${listed(server.inputs.map(({ id }) => id))}`]),
    ...(server.ignored.length === 0 ? [] : [say`Has no effect here: ${listed(server.ignored)}`]),
    ...(strange.length === 0 ? [] : [say`Characters outside ASCII: ${seen(strange.join(', '))}`]),
    ...(before === undefined ? [] : changes(before, approved)),
  ];
  const length = lines.reduce((sum, line) => sum + inEnglish(line).length, 0);
  return { lines, isTooLong: length > maxCharacters };
}

/** What is another one than when the user approved it. */
function changes(before: ApprovedParts, now: ApprovedParts): readonly Sentence[] {
  const old = new Map(before.variables);
  const current = new Map(now.variables);
  const added = [...current.keys()].filter((name) => !old.has(name));
  const gone = [...old.keys()].filter((name) => !current.has(name));
  const other = [...current].filter(([name, digest]) => (old.get(name) ?? digest) !== digest);
  const texts = [
    [commandLine(before.command), commandLine(now.command)],
    [seen(before.cwd), seen(now.cwd)],
    [seen(before.envFile), seen(now.envFile)],
    [seen(before.inputs.join(' ')), seen(now.inputs.join(' '))],
  ] as const;
  return [
    ...texts.flatMap(([was, is]) =>
      was === is ? [] : [say`Changed: it was ${cutMarked(was, maxBefore)}`],
    ),
    ...(added.length === 0 ? [] : [say`New variables: ${listed(added)}`]),
    ...(gone.length === 0 ? [] : [say`Removed variables: ${listed(gone)}`]),
    ...(other.length === 0
      ? []
      : [say`Variables with another value: ${listed(other.map(([name]) => name))}`]),
  ];
}

/** The words so that one can see where each begins and ends. */
function commandLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./${}-]+$/.test(word) ? word : seen(JSON.stringify(word))))
    .join(' ');
}

function seen(text: string): string {
  return escapeControlInline(text);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? '–' : names.map(seen).join(', ');
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, name]) => name ?? '');
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
