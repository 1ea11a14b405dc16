import type { Sentence } from '../base/sentence';
import type { JsonObject } from './json';

/** Side-effect level of a tool, for policy (INV-17 EFFECT_TYPED). */
export const toolEffects = ['read_only', 'state_change', 'external_side_effect'] as const;
export type ToolEffect = (typeof toolEffects)[number];

/** ACP tool kinds: the panel's icon. They decide nothing (decision 30). */
export const toolKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'other',
] as const;
export type ToolKind = (typeof toolKinds)[number];

/** The kind that an agent names; `other` for one that we do not know. */
export function toolKindOf(kind: string): ToolKind {
  return toolKinds.find((known) => known === kind) ?? 'other';
}

/**
 * Whose text a tool's results are: `private`, of the user's files and terminals; `untrusted`, of
 * strangers, such as a page.
 */
export const toolProvenances = ['private', 'untrusted'] as const;
export type ToolProvenance = (typeof toolProvenances)[number];

/** How far a tool or a source of tools is trusted in a chat, from strict to free (decision 23). */
export const trustLevels = ['untrusted', 'provisional', 'trusted'] as const;
export type TrustLevel = (typeof trustLevels)[number];

/** By source, `mcp:files`, or by canonical id, `mcp__files__read`. */
export type SetLevels = Readonly<Record<string, TrustLevel>>;

/** The level that holds for a tool: the stricter of its own and its source's (decision 49). */
export interface ToolTrust {
  readonly level: TrustLevel;
  /** Which of the two it is. */
  readonly setFor: 'source' | 'tool';
}

/** Where a tool comes from: `built-in`, `mcp:<server>`, or `ext`. */
export type ToolSourceName = string;

export const builtInSource: ToolSourceName = 'built-in';

/** Other extensions of VS Code, with the MCP servers that VS Code itself runs. */
export const extensionSource: ToolSourceName = 'ext';

/** The source of a tool by its canonical id (INV-16): `mcp__files__read` is from `mcp:files`. */
export function toolSourceOf(toolId: string): ToolSourceName {
  const server = mcpServerOf(toolId);
  if (server !== undefined) return `mcp:${server}`;
  return toolId.startsWith(idStart(extensionSource)) ? extensionSource : builtInSource;
}

/** The MCP server that a tool is from, by its canonical id; undefined for any other (INV-16). */
export function mcpServerOf(toolId: string): string | undefined {
  return /^mcp__(.+?)__/.exec(toolId)?.[1];
}

/** Code that decides reads these, not names (decision contract-fields). Built-in tools only. */
export const toolTraits = [
  /** Runs a shell command: its argument `command`. */
  'runsCommand',
  /** Works on the chat itself, so a model's call of it is in the phase `autonomous` (decision 67). */
  'internal',
  /** Touches only what the chat started; a shipped rule is approval enough (decision 6). */
  'ownedByChat',
  /** Skips the prompt in the phase `autonomous` (decision 18). */
  'unprompted',
  /** Reads stored outputs: notices about a stored output name it. */
  'readsOverflow',
  /** Makes files known to the chat (W11); its rules also judge what a command reads. */
  'readsFiles',
  /** Lists the problems of files: checks what a turn changed (decision 67). */
  'reportsProblems',
  /** Its rules also judge what a command writes. */
  'writesFiles',
  /** May replace the content of files, so the chat must know it (W11). */
  'overwritesFiles',
  /** Changes files in a way that an undo brings back; runs at _Edits run_ (decision 58). */
  'editsFiles',
] as const;
export type ToolTrait = (typeof toolTraits)[number];

/** Canonical ids of the tools with a trait. */
export function toolsWith(
  tools: readonly { readonly id: string; readonly traits: readonly ToolTrait[] }[],
  trait: ToolTrait,
): readonly string[] {
  return tools.filter(({ traits }) => traits.includes(trait)).map(({ id }) => id);
}

const corePrefix = 'core__';

/** How the ids of the tools of a source begin, `mcp__files__`. */
export function idStart(source: ToolSourceName): string {
  return source === builtInSource ? corePrefix : `${source.replace(':', '__')}__`;
}

/** Canonical id of a built-in tool (INV-16). */
export function coreToolId(name: string): string {
  return corePrefix + name;
}

/** What every provider takes; longer ids are cut on the wire. */
const toolIdPattern = /^[A-Za-z0-9_-]{1,128}$/;

/** Canonical id of a tool, if it is one from which `toolSourceOf` reads this source (INV-16). */
export function toolIdOf(source: ToolSourceName, name: string): string | undefined {
  const id = idStart(source) + name;
  const isOfSource = name !== '' && toolSourceOf(id) === source;
  return isOfSource && toolIdPattern.test(id) ? id : undefined;
}

/** A canonical id as settings and users write it: without the prefix of built-in tools. */
export function shortToolName(id: string): string {
  return id.startsWith(corePrefix) ? id.slice(corePrefix.length) : id;
}

/** A tool as models see it: no zod, draft-07 schema (INV-10, INV-13). */
export interface ToolSpec {
  /** Canonical id, `core__read`. */
  readonly name: string;
  /** What it does, for users. */
  readonly title: Sentence;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly effect: ToolEffect;
  readonly traits: readonly ToolTrait[];
  /** Output fields that may leave the pipeline (INV-04). */
  readonly redaction: readonly string[];
}
