import type { Around } from './around';
import { outcomeOf } from './outcome-of';

/** Runs a cleared call. Nothing else calls a tool (001 inv. 1, 31). */
export const execute: Around = async (call, running) => {
  const { prepared, bound } = call.valid;
  const result = await prepared.exec({ ...running, toolCallId: bound.raw.toolCallId });
  return outcomeOf(call, result);
};
