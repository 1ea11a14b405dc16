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

/** How far a tool source is trusted in a chat (decisions 23 and 40). */
export const trustLevels = ['untrusted', 'provisional', 'trusted'] as const;
export type TrustLevel = (typeof trustLevels)[number];

/** Where a tool comes from: `built-in`, or `mcp:<server>`. */
export type ToolSource = string;

export const builtInSource: ToolSource = 'built-in';

/** The source of a tool by its canonical id (INV-16): `mcp__files__read` is from `mcp:files`. */
export function toolSourceOf(toolId: string): ToolSource {
  const server = /^mcp__(.+?)__/.exec(toolId)?.[1];
  return server === undefined ? builtInSource : `mcp:${server}`;
}

/** A tool as models see it: no zod, draft-07 schema (INV-10, INV-13). */
export interface ToolSpec {
  /** Canonical id, `core__read`. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly effect: ToolEffect;
  /** Output fields that may leave the pipeline (INV-04). */
  readonly redaction: readonly string[];
}
