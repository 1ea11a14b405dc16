import { phaseOf } from '../../../core/agent/own-tools';
import type { RunContext } from '../../../core/contracts/call';
import { succeed, type Result } from '../../../core/contracts/result';
import { replayDecisions, type ReplayDeps } from '../../../core/pipeline/replay';
import type { RecordedCall, Recording } from '../../../core/wire/replay/recording';
import { replayReport } from './replay-report';

export interface ReportDeps {
  /** Fails with what is wrong with the file, and what helps. */
  readonly read: (file: string) => Promise<Result<Recording>>;
  readonly replay: ReplayDeps;
  /** Of a chat that nothing has happened in. */
  readonly context: () => RunContext;
}

/** How the calls of a recorded conversation would be decided now, as a page of text. */
export async function reportOn(
  file: string,
  { read, replay, context }: ReportDeps,
  signal: AbortSignal,
): Promise<Result<string>> {
  const recording = await read(file);
  if (!recording.ok) return recording;
  const { title, turns } = recording.value;
  const calls = turns.flatMap(({ steps }) => steps.flatMap((step) => step.calls));
  const decided = await replayDecisions(calls.map(withPhase), context(), replay, signal);
  const compared = decided.flatMap((replayed, index) => {
    const call = calls[index];
    return call === undefined ? [] : [{ call, replayed }];
  });
  const untried = calls.length - compared.length;
  return succeed(replayReport({ title, file, calls: compared, untried }));
}

function withPhase(call: RecordedCall) {
  return { ...call, phase: phaseOf(call.tool) };
}
