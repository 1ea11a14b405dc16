import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import { toolSourceOf } from '../../../src/core/contracts/tool-spec';
import { builtInTools } from '../../../src/core/pipeline/runtime/tool-table';
import type { ToolSource } from '../../../src/core/ports/tools';

/** Every tool of some sources, as calls are bound to it. */
export function boundTools(sources: readonly ToolSource[]): readonly BoundTool[] {
  return sources.flatMap((source) => source.list().flatMap(({ name }) => source.bind(name) ?? []));
}

/** The sources that the ids of tools name; none of them changes. */
export function sourcesOf(tools: readonly BoundTool[]): readonly ToolSource[] {
  const names = new Set(tools.map(({ id }) => toolSourceOf(id)));
  return [...names].map((name) => ({
    ...builtInTools(tools.filter(({ id }) => toolSourceOf(id) === name)),
    name,
  }));
}
