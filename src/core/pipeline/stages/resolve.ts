import type { BoundTool } from '../../contracts/bound-tool';
import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';
import type { BindStage } from './incoming';

/** Tools by canonical id and by short name. Throws when two share one (001 inv. 22). */
export function indexTools(tools: readonly BoundTool[]): ReadonlyMap<string, BoundTool> {
  const index = new Map<string, BoundTool>();
  for (const tool of tools) {
    for (const key of [tool.id, tool.name]) {
      if (index.has(key)) throw new Error(`Two tools share the id ${key}.`);
      index.set(key, tool);
    }
  }
  return index;
}

/** Finds the tool; an id in no source is `unavailable` (DESIGN decision 9). */
export const resolve: BindStage = (call, { index }) => {
  const tool = index.get(call.raw.tool);
  if (tool !== undefined) return succeed({ ...call, tool });
  return fail(failure('unavailable', `There is no tool named ${cleanName(call.raw.tool)}.`));
};

function cleanName(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}
