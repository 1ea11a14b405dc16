import { withTimeout } from '../../base/async';
import { say, type Sentence } from '../../base/sentence';
import { saidOf } from '../../contracts/failure';
import { redactText } from '../../base/redact/redact';
import { redactSentence } from '../../base/redact-sentence';
import type { FileDiff } from '../../contracts/calls/outcome';
import type { SeenFile } from '../../contracts/tools/define-tool';
import { decisionDeadlineMs } from '../../contracts/policy/define-gate';
import type { PipelineDeps } from '../runtime/deps';
import type { ValidCall } from '../call/brands';

/** What a call would change, redacted, as the user sees it before allowing it. */
export interface Preview {
  /** The state of the files that it was made from; undefined if it could not be worked out. */
  readonly basis: string | undefined;
  readonly diffs: readonly FileDiff[];
  /** Sentences; if there is no basis, why. */
  readonly notes: readonly Sentence[];
  readonly overwrites: readonly SeenFile[];
}

/**
 * The change as it is now; undefined for a tool that plans none. Only for the user: nothing of it
 * reaches the model, which may not be allowed to read these files. Rejects when the tool does.
 */
export async function previewOf(
  { bound, prepared }: ValidCall,
  signal: AbortSignal,
  { system }: Pick<PipelineDeps, 'system'>,
): Promise<Preview | undefined> {
  if (prepared.preview === undefined) return undefined;
  const { sessionId } = bound.context;
  const { toolCallId } = bound.raw;
  const planning = prepared.preview({ sessionId, toolCallId, signal });
  const planned = await withTimeout(planning, decisionDeadlineMs, system.clock);
  if (planned === undefined) return unknown(say`The change could not be worked out in time.`);
  if (!planned.value.ok) {
    return unknown(
      say`As the files are now, this call would fail: ${saidOf(planned.value.failure)}`,
    );
  }
  const { basis, diffs, notes, overwrites } = planned.value.value;
  return { basis, diffs: diffs.map(redactedDiff), notes: notes.map(redactSentence), overwrites };
}

function unknown(why: Sentence): Preview {
  return { basis: undefined, diffs: [], notes: [redactSentence(why)], overwrites: [] };
}

function redactedDiff({ path, oldText, newText, from, ...more }: FileDiff): FileDiff {
  return {
    ...more,
    path: redacted(path),
    oldText: oldText === null ? null : redacted(oldText),
    newText: redacted(newText),
    ...(from !== undefined && { from: redacted(from) }),
  };
}

function redacted(text: string): string {
  return redactText(text).text;
}
