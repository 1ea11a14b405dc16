import * as vscode from 'vscode';
import { phaseOf } from '../../../core/agent/own-tools';
import type { RunContext } from '../../../core/contracts/call';
import type { Result } from '../../../core/contracts/result';
import { replayDecisions, type ReplayDeps } from '../../../core/pipeline/replay';
import type { RecordedCall, Recording } from '../../../core/wire/replay/recording';
import type { ShowText } from '../../show-text';
import { replayFilters } from './replay-filters';
import { replayReport } from './replay-report';

export interface ReplayConversationDeps {
  readonly read: (file: string) => Promise<Result<Recording>>;
  readonly replay: ReplayDeps;
  /** Of a chat that nothing has happened in. */
  readonly context: () => RunContext;
  readonly showText: ShowText;
}

/** Asks for a recorded conversation, and shows how its calls would be decided now. */
export async function replayConversation(deps: ReplayConversationDeps): Promise<void> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: 'Replay Conversation',
      openLabel: 'Replay',
      canSelectMany: false,
      filters: replayFilters,
    })) ?? [];
  if (file === undefined) return;
  const report = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: 'Gatehouse: comparing decisions',
      cancellable: true,
    },
    async (_progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => {
        stop.abort();
      });
      return reportOn(file.fsPath, deps, stop.signal);
    },
  );
  if (report.ok) await deps.showText('Gatehouse Replay', report.value);
  else void vscode.window.showErrorMessage(`Gatehouse: ${report.failure.message}`);
}

/** The report on a file, or what is wrong with it. */
export async function reportOn(
  file: string,
  { read, replay, context }: Omit<ReplayConversationDeps, 'showText'>,
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
  return { ok: true, value: replayReport({ title, file, calls: compared, untried }) };
}

function withPhase(call: RecordedCall) {
  return { ...call, phase: phaseOf(call.tool) };
}
