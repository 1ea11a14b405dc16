import { say } from '../../base/sentence';
import { failure, fail, succeed } from '../../contracts/failure';
import { canonicalJson } from '../runtime/plain-json';
import { type BindStage, requireTool } from './binding';

/** Finds the tool; an unknown id is `unavailable` (decision 9). */
export const resolve: BindStage = (call, { tools }) => {
  const tool = tools.find(call.raw.tool);
  if (tool !== undefined) return succeed({ ...call, tool });
  return fail(failure('unavailable', say`There is no tool named ${cleanName(call.raw.tool)}.`));
};

function cleanName(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}

/**
 * Admits a tool by id: denies what is not on the allowlist (INV-20 DENY_BY_DEFAULT) and what this
 * run was not given (INV-23). Does not look at arguments. What reads the user's choices is on no
 * list: its source offers it, and only the call site of these choices may call it (003-mcp-12).
 */
export const admit: BindStage = (call) => {
  const tool = requireTool(call);
  const { allowedToolIds } = call.context;
  if (tool.hostOnly === true) {
    const { phase, origin } = call.raw;
    if (phase === 'planner' && origin !== 'model') return succeed(call);
    return fail(
      failure('policy_denied', say`The tool ${tool.name} only reads what the user has chosen.`),
    );
  }
  if (!call.policy.allowedTools.has(tool.id)) {
    return fail(
      failure('policy_denied', say`The tool ${tool.name} is not on the list of allowed tools.`),
    );
  }
  if (allowedToolIds?.includes(tool.id) === false) {
    return fail(failure('policy_denied', say`The tool ${tool.name} is not allowed in this run.`));
  }
  return succeed(call);
};

/**
 * Refuses a pending call whose tool its source has changed or withdrawn since: what the user is
 * shown would not be what runs.
 */
export const unchanged: BindStage = (call, { tools }) => {
  const { id, name, spec } = requireTool(call);
  const now = tools.specOf(id);
  if (now === spec || canonicalJson(now) === canonicalJson(spec)) return succeed(call);
  const message =
    now === undefined
      ? say`The tool ${name} is no longer offered.`
      : say`The tool ${name} has changed since the call was made. Make the call again.`;
  return fail(failure(now === undefined ? 'unavailable' : 'policy_denied', message));
};

/**
 * Refuses a call over the chat's quota; never drops it silently (000-quota-2). Retries are free.
 */
export const quota: BindStage = (call, { state }) => {
  const limit = call.policy.limits.maxCallsPerSession;
  if (call.raw.attempt > 0) return succeed(call);
  if (state.sessions.of(call.context.sessionId).spend(limit)) return succeed(call);
  return fail(
    failure('quota_blocked', say`This chat has used its ${String(limit)} tool calls.`, {
      suggestion: 'Finish with what you know, or ask the user to raise the limit.',
    }),
  );
};
