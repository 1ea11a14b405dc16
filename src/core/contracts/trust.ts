/** How far a tool source is trusted in a chat (000; DESIGN decisions 23 and 40). */
export const trustLevels = ['untrusted', 'provisional', 'trusted'] as const;
export type TrustLevel = (typeof trustLevels)[number];

/** Where a tool comes from: `built-in`, or `mcp:<server>`. */
export type ToolSource = string;

export const builtInSource: ToolSource = 'built-in';

/** The source of a tool by its canonical id (001 inv. 16): `mcp__files__read` is of `mcp:files`. */
export function toolSourceOf(toolId: string): ToolSource {
  const server = /^mcp__(.+?)__/.exec(toolId)?.[1];
  return server === undefined ? builtInSource : `mcp:${server}`;
}
