import { endingOf, isFinal } from '../../../core/contracts/calls/ending';
import { formatToolError } from '../../../core/contracts/failure';
import type { CallItem, CardStatus } from '../../../core/contracts/panel/state';
import type { CallMeta } from './acp-meta';

/** How the call ended, by its codes; undefined for one that has not. */
export function cardEnding(
  { decision, failure, interrupted }: CallItem,
  base: Exclude<CardStatus, 'asking'>,
): CallItem['ending'] {
  if (!isFinal(base)) return undefined;
  return endingOf({
    status: base,
    isInterrupted: interrupted === true,
    errorCode: failure?.errorCode,
    approvedBy: decision?.approvedBy,
    deniedBy: decision?.denial?.by,
    verdict: decision?.verdict,
    gates: decision?.trace ?? [],
  });
}

/**
 * The text of a failed call without the error block before it, which repeats the failure for the
 * model: the card folds it. The text is unchanged if it does not begin with exactly that block.
 */
export function withoutToolError(
  text: string,
  failure: CallMeta['failure'],
): Pick<CallItem, 'text' | 'toolError'> {
  const toolError = failure === undefined ? '' : formatToolError(failure);
  if (toolError === '' || !text.startsWith(toolError)) return { text };
  const rest = text.slice(toolError.length);
  if (rest !== '' && !rest.startsWith('\n')) return { text };
  return { text: rest.slice(1), toolError };
}
