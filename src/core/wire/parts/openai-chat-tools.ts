import type { JsonObject, ToolSpec } from '../../contracts/tool-spec';
import { sortedTools, withoutDialect } from './tool-list';
import type { ToolNames } from './tool-names';

/** The tools array, with exactly the keys every compatible server takes (001 inv. 13, 18). */
export function encodeOpenAiTools(
  tools: readonly ToolSpec[],
  names: ToolNames,
  parametersOf: (schema: JsonObject) => JsonObject = withoutDialect,
): readonly JsonObject[] {
  return sortedTools(tools).map((tool) => ({
    type: 'function',
    function: {
      name: names.toWire(tool.name),
      description: tool.description,
      parameters: parametersOf(tool.inputSchema),
    },
  }));
}
