import type { AroundStage, RunningCall } from './layer';
import { hasTarget } from '../../contracts/calls/call-paths';
import type { ToolContext, ToolResult } from '../../contracts/tools/define-tool';
import type { Failure } from '../../contracts/failure';
import { mintOutcome, type ClearedCall, type Outcome, type TransactionEnd } from '../call/brands';
import type { AuthCapability, AuthSecret } from '../../contracts/capabilities';
import type { ConnectionBroker } from '../../ports/authorization';

/** Runs a cleared call. Nothing else calls a tool (INV-01, INV-31). */
export const execute: AroundStage = async (call, running, _next, { access }) => {
  const { prepared, bound } = call.valid;
  const context = new CallContext(bound.raw.toolCallId, running);
  const basis = call.shown?.basis;
  // What the user was shown may replace what it shows.
  const mayReplace = basis !== undefined || hasTarget(prepared.subject, running.paths);
  if (bound.connectionId === undefined) {
    return outcomeOf(call, await prepared.exec(context, undefined, basis, mayReplace));
  }
  const auth = createCallAuth(bound.connectionId, access.connections.broker, running.stop.signal);
  try {
    const result = await prepared.exec(context, auth.capability, basis, mayReplace);
    return outcomeOf(call, result);
  } finally {
    auth.end();
  }
};

/** What a tool knows of its call; a class, as an accessor of a literal would cost a shape a call. */
class CallContext implements ToolContext {
  readonly sessionId: string;
  readonly slices: ToolContext['slices'];
  readonly progress: ToolContext['progress'];
  readonly mayContinue: boolean;
  readonly #stop: RunningCall['stop'];

  constructor(
    readonly toolCallId: string,
    { sessionId, slices, progress, mayContinue, stop }: RunningCall,
  ) {
    this.sessionId = sessionId;
    this.slices = slices;
    this.progress = progress;
    this.mayContinue = mayContinue;
    this.#stop = stop;
  }

  /** Made only for a tool that asks for it. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }
}

/** Outcome of a tool's result. The value is not checked yet. */
export function outcomeOf(call: ClearedCall, result: ToolResult<unknown>): Outcome {
  if (result.ok) {
    const { value, failed = false, continues, filter, spooled } = result;
    const seen = call.shown?.isNews === true ? [] : (result.seen ?? []);
    const ended = { cleared: call, value, failed, failure: undefined, seen, filter, spooled };
    return mintOutcome(continues === undefined ? ended : { ...ended, continues });
  }
  const { failure, value, filter, spooled } = result;
  return mintOutcome({ ...failedOutcome(call, failure, value), filter, spooled });
}

/** A failed outcome; `value` is what there is of a result. */
export function failedOutcome(call: ClearedCall, failure: Failure, value?: unknown): Outcome {
  return mintOutcome({ cleared: call, value, failed: true, failure, filter: undefined, seen: [] });
}

/** An outcome that came too late; what the call started may still be running. */
export function failedLate(outcome: Outcome, failure: Failure): Outcome {
  return mintOutcome({ ...outcome, failed: true, failure, seen: [] });
}

/** An outcome of which something is done at the end of what continues. */
export function withLaterEnd(outcome: Outcome, atEnd: () => Promise<unknown>): Outcome {
  const { continues } = outcome;
  if (continues === undefined) return outcome;
  const ended = continues.then(async (result) => {
    await atEnd();
    return result;
  });
  return mintOutcome({ ...outcome, continues: ended });
}

/** An outcome with its number of attempts, unless that is one. */
export function withAttempts(outcome: Outcome, attempts: number): Outcome {
  return attempts === 1 ? outcome : mintOutcome({ ...outcome, attempts });
}

/** An outcome with the result of its transaction; a rollback that stopped halfway makes it fail. */
export function withTransaction(
  outcome: Outcome,
  transaction: TransactionEnd,
  failure = outcome.failure,
): Outcome {
  const failed = outcome.failed || failure !== undefined;
  return mintOutcome({ ...outcome, failed, failure, transaction });
}

/** Credentials for one call. */
export interface CallAuth {
  readonly capability: AuthCapability;
  /** From now on the capability rejects, even for those who still hold it (INV-29a). */
  end(): void;
}

/** Bound to one granted connection; the secret is read when first asked for. */
function createCallAuth(
  connectionId: string,
  broker: ConnectionBroker,
  signal: AbortSignal,
): CallAuth {
  let ended = false;
  let opening: Promise<AuthSecret> | undefined;
  const open = async (): Promise<AuthSecret> => {
    const opened = await broker.open(connectionId, signal);
    if (opened.ok) return opened.value;
    throw new Error(opened.failure.message);
  };
  const secret = async (): Promise<AuthSecret> => {
    const opened = ended ? undefined : await (opening ??= open());
    // The call may have ended while the secret was read.
    if (!ended && opened !== undefined) return opened;
    throw new Error('The call has ended, so its credentials are no longer available.');
  };
  return {
    capability: Object.freeze({
      getAccessToken: async () => (await secret()).accessToken,
      getAuthHeaders: async () => (await secret()).headers,
    }),
    end: () => {
      ended = true;
      opening = undefined;
    },
  };
}
