import { cutEnd, cutStart } from '../../base/text-lines';
import { failure, formatToolError } from '../../contracts/failure';
import type { FilterReport } from '../../contracts/filter';
import type { PipelineDeps } from '../deps';
import type { OutcomeDraft, FinishStage } from './draft';
import { rawText } from './filter';
import { filterMark } from './filter-mark';
import { modelText } from './model-text';

/**
 * Puts a text over the threshold into the overflow store; the model keeps head, tail and an opaque
 * `overflow:<uuid>` (003 Output Overflow). Of an output that filters have shortened the raw text is
 * kept. The reference is given out only once it is durable.
 */
export const overflow: FinishStage = async (draft, deps) => {
  const raw = rawText(draft);
  const { report } = draft;
  return report === undefined || raw === undefined
    ? keepLong(draft, deps)
    : keepRaw({ ...draft, report }, raw, deps);
};

/** The whole of a shortened output is kept, and named; if that fails, the model reads the whole. */
async function keepRaw(
  draft: OutcomeDraft & { readonly report: FilterReport },
  raw: string,
  deps: PipelineDeps,
): Promise<OutcomeDraft> {
  const kept = await deps.overflow.put({ conversationId: draft.sessionId, text: raw });
  if (!kept.ok) {
    const whole = { ...draft, report: undefined };
    return keepLong({ ...whole, text: modelText(whole) }, deps);
  }
  const limit = draft.limits.overflowThreshold;
  const text = draft.text.length <= limit ? draft.text : headAndTail(draft.text, limit, kept.value);
  const mark = filterMark(draft.report, raw, kept.value);
  const separator = mark === '' || text.endsWith('\n') ? '' : '\n';
  return { ...draft, overflowId: kept.value, text: text + separator + mark };
}

async function keepLong(draft: OutcomeDraft, { overflow: store }: PipelineDeps): Promise<OutcomeDraft> {
  const limit = draft.limits.overflowThreshold;
  if (draft.text.length <= limit) return draft;
  const kept = await store.put({ conversationId: draft.sessionId, text: draft.text });
  if (!kept.ok) {
    const failed = failure(
      'execution',
      `The whole output could not be kept: ${kept.failure.message}`,
    );
    return { ...draft, failed: true, failure: failed, text: formatToolError(failed) };
  }
  const id = kept.value;
  return { ...draft, overflowId: id, text: headAndTail(draft.text, limit, id) };
}

function headAndTail(text: string, limit: number, id: string): string {
  const half = Math.floor(limit / 2);
  const head = cutEnd(text, half);
  const tail = cutStart(text, half);
  const dropped = String(text.length - head.length - tail.length);
  const notice = `[${dropped} characters left out. The whole is overflow:${id}; read it with read_overflow.]`;
  return `${head}\n${notice}\n${tail}`;
}
