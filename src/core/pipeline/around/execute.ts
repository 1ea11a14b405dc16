import { createCallAuth } from '../auth-capability';
import type { AroundStage } from './around';
import { outcomeOf } from './outcome-of';

/** Runs a cleared call. Nothing else calls a tool (001 inv. 1, 31). */
export const execute: AroundStage = async (call, running, _next, { connections }) => {
  const { prepared, bound } = call.valid;
  const { sessionId, signal, slices, progress, mayContinue } = running;
  const { toolCallId } = bound.raw;
  const context = { toolCallId, sessionId, signal, slices, progress, mayContinue };
  if (bound.connectionId === undefined) return outcomeOf(call, await prepared.exec(context));
  const auth = createCallAuth(bound.connectionId, connections.broker, signal);
  try {
    return outcomeOf(call, await prepared.exec({ ...context, auth: auth.capability }));
  } finally {
    auth.end();
  }
};
