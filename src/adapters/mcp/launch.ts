import { say, type Sentence } from '../../core/base/sentence';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { McpProgramConfig, McpServerConfig } from '../../core/contracts/mcp/servers';
import { namesIn } from '../../core/base/text-lines';
import type { McpLaunch, McpTarget } from '../../core/ports/mcp';
import type { Environment } from '../process/environment';
import { pathFolders, readVariable } from '../process/program-file';
import path from 'node:path';

/** What programs need to run at all; nothing else of this host reaches a server. */
const neededNames = {
  posix: namesIn('HOME LANG LC_ALL LC_CTYPE LOGNAME PATH SHELL TERM TMPDIR TZ USER'),
  windows: namesIn(
    'APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA NUMBER_OF_PROCESSORS OS PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR',
  ),
} as const;

export interface LaunchPlace {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `${workspaceFolder}`: the first open folder, if there is one, or that of the file. */
  readonly folder: string | undefined;
  /** What the user typed, by the ids of inputs; of a server that a workspace names. */
  readonly inputs?: ReadonlyMap<string, string>;
  /** Variables of its `envFile`, as they are. */
  readonly envFile?: Readonly<Record<string, string>>;
}

/** A configured server as it is started or reached (INV-21). */
export function targetOf(config: McpServerConfig, place: LaunchPlace): Result<McpTarget, Sentence> {
  if (!('url' in config)) return launchOf(config, place);
  const filling = new Filling(place);
  const url = filling.fill(config.url, 'url');
  const headers = filling.fillEach(config.headers, 'headers');
  return filling.result({ url, headers, confidential: Object.values(headers) });
}

/**
 * A program as it is started (INV-21): with the variables it needs and those that the user wrote, in
 * the user's folder unless another is named, so that no repository can plant its program.
 */
export function launchOf(
  config: McpProgramConfig,
  place: LaunchPlace,
): Result<McpLaunch, Sentence> {
  const { inputs = new Map<string, string>(), envFile = {}, ...fixed } = place;
  const filling = new Filling(place);
  const given = { ...envFile, ...filling.fillEach(config.env, 'env') };
  const launch = {
    // What the user types decides neither the program nor its folder.
    command: filling.fill(config.command, 'command', fixed),
    args: (config.args ?? []).map((arg, index) => filling.fill(arg, `args[${String(index)}]`)),
    cwd: config.cwd === undefined ? place.home : filling.fill(config.cwd, 'cwd', fixed),
    env: { ...neededVariables(place), ...given },
    confidential: [...Object.values(given), ...inputs.values()],
  };
  const filled = filling.result(launch);
  if (!filled.ok) return filled;
  if (!path.isAbsolute(launch.cwd)) {
    return fail(say`cwd: ${launch.cwd} is not an absolute path`);
  }
  if (isRelativeProgram(launch.command)) {
    return fail(
      say`command: ${launch.command} is relative; write a name that is on the PATH or an absolute path`,
    );
  }
  return filled;
}

/** Replaces variables in the texts of a server; the first that is not there is the problem. */
class Filling {
  private problem: Sentence | undefined;

  constructor(private readonly place: LaunchPlace) {}

  fill(text: string, where: string, from = this.place): string {
    const filled = filledIn(text, from);
    if (!filled.ok) this.problem ??= say`${where}: ${filled.failure}`;
    return filled.ok ? filled.value : '';
  }

  fillEach(texts: Readonly<Record<string, string>> = {}, where: string): Record<string, string> {
    const all = Object.entries(texts);
    return Object.fromEntries(
      all.map(([name, text]) => [name, this.fill(text, `${where}.${name}`)]),
    );
  }

  result<T>(value: T): Result<T, Sentence> {
    return this.problem === undefined ? succeed(value) : fail(this.problem);
  }
}

function isRelativeProgram(command: string): boolean {
  return /[\\/]/.test(command) && !path.isAbsolute(command);
}

function neededVariables({ env, platform }: LaunchPlace): Record<string, string> {
  const names = neededNames[platform === 'win32' ? 'windows' : 'posix'];
  const style = platform === 'win32' ? path.win32 : path.posix;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = readVariable(env, name);
      if (value === undefined) return [];
      // A relative folder would depend on where the server runs.
      const kept = name === 'PATH' ? pathFolders(value, style).join(style.delimiter) : value;
      return [[name, kept]];
    }),
  );
}

const known = ['${workspaceFolder}', '${userHome}', '${env:NAME}'];

/**
 * Replaces `${workspaceFolder}`, `${userHome}`, `${env:NAME}`, which may name a default
 * (`${env:NAME:-default}`), and `${input:id}`.
 */
export function filledIn(text: string, place: LaunchPlace): Result<string, Sentence> {
  let problem: Sentence | undefined;
  const value = text.replace(/\$\{([^}]*)\}/g, (_whole, name: string) => {
    const found = valueOf(name, place);
    if (typeof found === 'string') return found;
    problem ??= found;
    return '';
  });
  return problem === undefined ? succeed(value) : fail(problem);
}

function valueOf(name: string, { env, home, folder, inputs }: LaunchPlace): string | Sentence {
  const whole = `\${${name}}`;
  if (name === 'userHome') return home;
  if (name === 'workspaceFolder') return folder ?? say`${whole} needs an open folder`;
  const input = /^input:(.+)$/s.exec(name)?.[1];
  if (input !== undefined) {
    return inputs?.get(input) ?? say`${whole} has no value here; use ${'${env:NAME}'}`;
  }
  return variableOf(name, env) ?? say`${whole} is not known; use ${known.join(', ')}`;
}

/** Undefined if the text names no variable. */
function variableOf(text: string, env: Environment): string | Sentence | undefined {
  const [, name, otherwise] = /^env:(.+?)(?::-(.*))?$/s.exec(text) ?? [];
  if (name === undefined) return undefined;
  const found = readVariable(env, name.toUpperCase()) ?? otherwise;
  return found ?? say`the variable ${name} is not set`;
}
