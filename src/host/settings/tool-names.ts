import { toolsWith, coreToolId } from '../../core/contracts/tool-spec';
import { knownTools } from '../../core/tools/known.gen';

/** Canonical ids of the tools that run commands, known before tools are bound. */
export const commandTools: readonly string[] = toolsWith(knownTools, 'runsCommand');

/** Canonical ids of the tools whose rules match addresses. */
export const webTools: readonly string[] = knownTools
  .filter(({ group }) => group === 'web')
  .map(({ id }) => id);

const corePrefix = coreToolId('');

/** Begin of the ids of foreign tools, of servers and of other extensions. */
const foreign = /^(?:mcp|ext)__/;

/** Names that other agents use for our tools (C10). */
const aliases: ReadonlyMap<string, string> = new Map([
  ['read_file', 'read'],
  ['write_file', 'write'],
  ['edit_file', 'edit'],
  ['execute_bash', 'bash'],
  ['shell', 'bash'],
  ['web_fetch', 'fetch'],
  ['webfetch', 'fetch'],
  ['fetch_webpage', 'fetch'],
]);

/**
 * The canonical id of a tool named in a setting (decision 9): a name, its alias and the id are one
 * tool. `*` stays; what already carries its source stays as it is.
 */
export function canonicalToolName(name: string): string {
  if (name === '*' || name.startsWith(corePrefix) || foreign.test(name)) return name;
  return coreToolId(aliases.get(name) ?? name);
}

/** True when both names mean the same tool. */
export function isSameTool(a: string, b: string): boolean {
  return canonicalToolName(a) === canonicalToolName(b);
}

/**
 * The `tool` of a policy rule, which may be a wildcard (000-rules-1). A plain name becomes
 * canonical, in small letters unless it is foreign, so that a deny of `Bash` does not vanish.
 */
export function canonicalToolPattern(pattern: string): string {
  if (/[*?]/.test(pattern)) return pattern;
  return canonicalToolName(foreign.test(pattern) ? pattern : pattern.toLowerCase());
}
