import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import type { ToolSource } from '../../../src/core/ports/tools';

/** Every tool of some sources, as calls are bound to it. */
export function boundTools(sources: readonly ToolSource[]): readonly BoundTool[] {
  return sources.flatMap((source) => source.list().flatMap(({ name }) => source.bind(name) ?? []));
}
