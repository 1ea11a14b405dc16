import type { JsonObject, ToolSpec } from '../../contracts/tool-spec';

/**
 * The tools array: sorted by name, so that the provider's prefix cache holds, with exactly the
 * keys every compatible server takes (001 inv. 13, 18).
 */
export function encodeOpenAiTools(tools: readonly ToolSpec[]): readonly JsonObject[] {
  return tools
    .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map((tool) => ({
      type: 'function',
      function: {
        name: tool.name,
        description: tool.description,
        parameters: withoutDialect(tool.inputSchema),
      },
    }));
}

function withoutDialect(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'));
}
