import type { ShellWord } from '../contracts/shell-reading';
import { findWrappedCommand } from './describe/find-inner';
import { elevatedWrappers } from './describe/outer-wrapper-table';
import { baseName } from './describe/words';
import { env, transparentWrappers, type Wrapper } from './describe/wrapper-table';

const sudo = elevatedWrappers.filter(({ programs }) => /^(?:sudo|doas)$/.test(programs[0] ?? ''));

/** They run their command here and add nothing to what it prints, or a line at its end. */
const wrappers: readonly Wrapper[] = [
  ...transparentWrappers,
  env,
  ...sudo,
  { programs: ['exec'] },
  { programs: ['cross-env', 'cross-env-shell'], takesVariables: true },
  { programs: ['chronic'] },
];

const byName = new Map(
  wrappers.flatMap((wrapper) => wrapper.programs.map((name) => [name, wrapper] as const)),
);

/** No person writes more of them around one another. */
const mostWrappers = 8;

/** The command inside its wrappers; a wrapper whose options are not known stays. */
export function unwrap(words: readonly ShellWord[]): readonly ShellWord[] {
  let inside = words;
  for (let count = 0; count < mostWrappers; count += 1) {
    const next = innerOf(inside);
    if (next === undefined) break;
    inside = next;
  }
  return inside;
}

function innerOf([program, ...rest]: readonly ShellWord[]): readonly ShellWord[] | undefined {
  if (program?.known !== true) return undefined;
  // `command -v node` only looks for the program.
  if (program.text === 'command' && /^-p?[vV]/.test(rest[0]?.text ?? '')) return undefined;
  const wrapper = byName.get(baseName(program.text));
  if (wrapper === undefined) return undefined;
  const { isSure, options, words } = findWrappedCommand(wrapper, rest);
  const isPlain = isSure && options.every(({ rule }) => rule?.hazard === undefined);
  return isPlain && words.length > 0 ? words : undefined;
}

/** They print nothing but their own failure, so that what stands before them ends the output. */
const quiet = new Set(
  `: true false exit return cd unset unalias test [ [[ wait sleep shift disown break continue mkdir
  rmdir touch rm mv cp ln chmod chown kill`.split(/\s+/),
);
/** Alone they print all there is. */
const setters = new Set('alias export declare local readonly set trap umask shopt'.split(' '));

export function isSilent([program, ...rest]: readonly ShellWord[]): boolean {
  const name = program?.text ?? '';
  if (setters.has(name)) return rest.length > 0 && rest[0]?.text !== '-p';
  return quiet.has(name) && !rest.some(({ text }) => /^-(?:[A-Za-z]*v|-verbose$)/.test(text));
}

const textFilters = new Set(
  `head tail grep egrep fgrep zgrep rg ag ack tee cat bat less more sed gsed awk gawk mawk cut sort
  uniq tr column fold fmt nl tac rev ts strings iconv col colrm expand sponge pv
  ghead gtail ggrep`.split(/\s+/),
);

/** True for programs that people put behind a pipe to see part of what another one prints. */
export function passesLinesOn(program: string): boolean {
  return textFilters.has(baseName(program));
}

/** Where programs are installed; a script of the project keeps its folder in its name. */
const installFolder =
  /^(?:~?(?:\/[^]*)?\/(?:s?bin|shims)|(?:[^]*\/)?(?:node_modules\/\.bin|vendor\/bin|\.?v?env\/(?:bin|Scripts)))\//;

/** `/usr/bin/make` and `node_modules/.bin/jest` are what they are called; `./build.sh` stays. */
export function installedName(program: string): string {
  return installFolder.test(program) ? baseName(program) : program.replace(/\.exe$/i, '');
}
