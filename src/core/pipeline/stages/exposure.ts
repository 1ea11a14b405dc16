import type { CallOutcome } from '../../contracts/calls/outcome';
import type { SeenUrl } from '../../contracts/calls/web-address';
import { formatToolError } from '../../contracts/failure';
import { withWarnings } from '../finish/draft';
import type { EndedStage } from './record';

/**
 * What the model has now read, and the URLs that it composed and met. A failed call counts too if
 * any of its output reached the model.
 */
export const recordExposure: EndedStage = ({ known, outcome, session }) => {
  const { raw, tool, args, title = known.toolName } = known;
  const log = session.exposureLog;
  const composed: SeenUrl = { from: raw.origin === 'user' ? 'user' : 'model' };
  for (const text of textsIn(args)) log.meets(text, composed);
  const isPrivate = tool?.provenance === 'private';
  log.meets(outcome.text, { from: 'result', call: title, ...(isPrivate && { isPrivate }) });
  if (tool?.provenance === undefined || !hasOutput(outcome)) return;
  // What is stored was noted with the call that brought it.
  if (tool.traits.includes('readsOverflow')) return;
  log.reads(tool.provenance, { label: title, tool: tool.id, toolCallId: raw.toolCallId });
};

/** More than the error and warnings, which are our own words. */
function hasOutput({ failure, text, warnings }: CallOutcome): boolean {
  if (failure === undefined) return true;
  return text !== withWarnings(formatToolError(failure), warnings);
}

const deepest = 32;

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.values(value).flatMap((each) => textsIn(each, depth + 1));
}
