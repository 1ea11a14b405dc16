import type { JsonObject, ToolSpec } from '../../contracts/tool-spec';

/** By name, so that the provider's prefix cache holds (001 inv. 18). */
export function sortedTools(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  return tools.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** No vendor reads `$schema`. */
export function withoutDialect(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'));
}
