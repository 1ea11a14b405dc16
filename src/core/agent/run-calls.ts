import type { AssistantCall, ToolMessage } from '../contracts/chat';
import type { RawCall } from '../contracts/call';
import type { CallEvent } from '../contracts/call-event';
import type { CallOutcome } from '../contracts/outcome';
import { isAborted } from '../base/is-aborted';
import type { RunOptions } from '../ports/runner';
import type { TurnContext } from './turn-context';

const maxAtOnce = 8;
const maxShownArgs = 2_000;

/**
 * Runs the calls of one answer: neighbours that only read at once, others one after another,
 * answered in order (DESIGN decision 20). After a cancel the rest still goes to the runner, which
 * answers, announces and audits each as `cancelled` without running it.
 */
export async function runCalls(
  calls: readonly AssistantCall[],
  turn: TurnContext,
): Promise<readonly ToolMessage[]> {
  const answers: ToolMessage[] = [];
  for (const group of groupCalls(calls, readOnlyTools(turn))) {
    answers.push(...(await Promise.all(group.map((call) => answerCall(call, turn)))));
  }
  return answers;
}

function readOnlyTools({ deps, run }: TurnContext): ReadonlySet<string> {
  const readOnly = deps.runner.catalog(run()).filter((tool) => tool.effect === 'read_only');
  return new Set(readOnly.map((tool) => tool.name));
}

/** Consecutive read-only calls share a group; every other call is alone in its own. */
function groupCalls(
  calls: readonly AssistantCall[],
  readOnly: ReadonlySet<string>,
): readonly (readonly AssistantCall[])[] {
  const groups: AssistantCall[][] = [];
  let open: AssistantCall[] | undefined;
  for (const call of calls) {
    const joins = readOnly.has(call.name);
    if (joins && open !== undefined && open.length < maxAtOnce) {
      open.push(call);
    } else {
      const group = [call];
      groups.push(group);
      open = joins ? group : undefined;
    }
  }
  return groups;
}

async function answerCall(call: AssistantCall, turn: TurnContext): Promise<ToolMessage> {
  const { toolCallId, wireId, name } = call;
  const asked = modelCall(call);
  let ran = await runCall(asked, turn);
  let prefix = '';
  while (ran.outcome.edited !== undefined && !isAborted(turn.signal)) {
    const { args, token } = ran.outcome.edited;
    const origin = token === undefined ? 'model' : 'user';
    const edited: RawCall = { ...asked, toolCallId: turn.callIds.fresh(), args, origin };
    ran = await runCall(edited, turn, token);
    prefix = `The user edited the arguments of this call; this ran instead: ${describeCall(ran)}\n`;
  }
  const { text, status, exhibit } = ran.outcome;
  return {
    role: 'tool',
    toolCallId,
    wireId,
    name,
    text: prefix + text,
    status,
    ...(exhibit.exitCode === undefined ? {} : { exitCode: exhibit.exitCode }),
  };
}

function modelCall({ toolCallId, name, argsText }: AssistantCall): RawCall {
  return {
    toolCallId,
    tool: name,
    args: argsText,
    phase: 'executor',
    origin: 'model',
    attempt: 0,
  };
}

/** A finished call, with its arguments as announced: redacted, so fit for the model. */
export interface RanCall {
  readonly outcome: CallOutcome;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The one door to the runner; with a token, to its confirmed path (DESIGN decision 19). */
export async function runCall(call: RawCall, turn: TurnContext, token?: string): Promise<RanCall> {
  let args: RanCall['args'] = {};
  const { runner } = turn.deps;
  const options: RunOptions = {
    context: turn.run(),
    approver: turn.approver,
    signal: turn.signal,
    onEvent: (event: CallEvent) => {
      if (event.type === 'start') args = event.args;
      turn.onEvent(event);
    },
  };
  const outcome = await (token === undefined
    ? runner.run(call, options)
    : runner.runConfirmed(call, token, options));
  return { outcome, args };
}

/** `core__bash {"command":"npm test"}`, on one line. */
export function describeCall({ outcome, args }: RanCall): string {
  const shown = JSON.stringify(args);
  const cut = shown.length > maxShownArgs ? `${shown.slice(0, maxShownArgs)}…` : shown;
  return `${outcome.tool} ${cut}`;
}
