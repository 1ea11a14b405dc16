import { say } from '../../base/sentence';
import { Utf8Count } from '../../base/head-tail';
import { cutEnd, cutStart } from '../../base/text-lines';
import { failure, formatToolError, saidOf, type Result } from '../../contracts/failure';
import type { FilterReport } from '../../contracts/filter-rule';
import type { PipelineDeps } from '../runtime/deps';
import { type OutcomeDraft, type FinishStage, modelText } from './draft';
import { shortToolName } from '../../contracts/tool-spec';
import { rawText, filterMark, referenceText, type OverflowReference } from './filter';
import type { ShownOutput } from '../runtime/shown-outputs';

/**
 * Stores a text over the threshold; the model gets head, tail and an opaque `overflow:<uuid>`
 * (003-overflow-1). Of an output that filters shortened, the raw text is stored. The reference is
 * given out only once the text is on disk.
 */
export const overflow: FinishStage = async (draft, deps) => {
  const raw = rawText(draft);
  const { report } = draft;
  return report === undefined || raw === undefined
    ? keepLong(draft, deps)
    : keepRaw({ ...draft, report }, raw, deps);
};

/** Of an output that is on disk, all of it; otherwise the text. */
function store(
  { sessionId: conversationId, spooled }: OutcomeDraft,
  text: string,
  deps: PipelineDeps,
): Promise<Result<string>> {
  return deps.store.overflow.put({ conversationId, text, spooled: spooled?.id });
}

/** Stores the raw text of a shortened output; if that fails, the model gets the whole. */
async function keepRaw(
  draft: OutcomeDraft & { readonly report: FilterReport },
  raw: string,
  deps: PipelineDeps,
): Promise<OutcomeDraft> {
  const kept = await store(draft, raw, deps);
  if (!kept.ok) {
    const whole = { ...draft, report: undefined, spooled: undefined };
    return keepLong({ ...whole, text: modelText(whole) }, deps);
  }
  const reference = { id: kept.value, reader: overflowReader(deps) };
  const isCut = draft.text.length > draft.limits.overflowThreshold;
  const text = isCut ? headAndTail(draft, reference, isStoredWhole(draft, raw)) : draft.text;
  const mark = filterMark(draft.report, { raw, isWhole: draft.spooled?.isWhole }, reference);
  const separator = mark === '' || text.endsWith('\n') ? '' : '\n';
  return { ...draft, isCut, overflowId: kept.value, text: text + separator + mark };
}

async function keepLong(draft: OutcomeDraft, deps: PipelineDeps): Promise<OutcomeDraft> {
  const { spooled, text, tool } = draft;
  const isShort = text.length <= draft.limits.overflowThreshold && spooled === undefined;
  // What reads stored outputs says itself how to continue.
  if (isShort || tool.traits.includes('readsOverflow')) return draft;
  const kept = await store(draft, text, deps);
  if (!kept.ok) {
    const failed = failure(
      'execution',
      say`The whole output could not be stored: ${saidOf(kept.failure)}`,
    );
    return { ...draft, failed: true, failure: failed, text: formatToolError(failed) };
  }
  const reference = { id: kept.value, reader: overflowReader(deps) };
  const shown = headAndTail(draft, reference, isStoredWhole(draft, text));
  return { ...draft, isCut: true, overflowId: kept.value, text: shown };
}

/** False if the capture of a command, or the limit of the store, has cut the middle of a text. */
function isStoredWhole({ tool, fields, limits, spooled }: OutcomeDraft, text: string): boolean {
  if (spooled !== undefined) return spooled.isWhole;
  if (tool.traits.includes('runsCommand') && fields['truncated'] === true) return false;
  const most = limits.overflowMaxBytes;
  if (most === 0 || text.length * 3 <= most) return true;
  const count = new Utf8Count();
  count.add(text);
  return count.bytes <= most;
}

/** Short name of the tool that reads stored outputs; undefined if there is none. */
function overflowReader({ toolsWith }: PipelineDeps): string | undefined {
  const [id] = toolsWith('readsOverflow');
  return id === undefined ? undefined : shortToolName(id);
}

function headAndTail(
  { text, spooled, limits, report }: OutcomeDraft,
  reference: OverflowReference,
  isWhole: boolean,
): string {
  const half = Math.floor(limits.overflowThreshold / 2);
  const head = cutEnd(text, half);
  const tail = cutStart(text, Math.min(half, text.length - head.length));
  const left = text.length - head.length - tail.length;
  // Of a longer output, `text` lacks more: how much is known in bytes.
  const dropped =
    spooled === undefined || report !== undefined
      ? `${String(left)} characters`
      : `About ${String(spooled.bytes - head.length - tail.length)} bytes`;
  const what = isWhole ? 'Full output' : 'Its start and end';
  const notice = `[${dropped} omitted. ${what}: ${referenceText(reference)}.]`;
  return `${head}\n${notice}\n${tail}`;
}

/** Shorter outputs are sent again: a reference would save nothing. */
const minLength = 600;

/**
 * If a call repeats an earlier output, refers to that instead: agents often read the same again.
 * The earlier text is stored as an overflow, so the reference works even when the earlier answer
 * has left the context.
 */
export const repeat: FinishStage = async (draft, deps) => {
  const { state, store } = deps;
  const { callKey, text, toolCallId } = draft;
  // Of an output that is on disk, `text` has only a part: the rest may differ.
  const isPart = draft.spooled !== undefined;
  if (callKey === undefined || isPart || text.length < minLength) return draft;
  const session = state.sessions.of(draft.sessionId);
  const earlier = session.outputs.find(callKey, text);
  if (earlier === undefined) {
    session.outputs.add({ callKey, text, toolCallId, number: session.spent() });
    return draft;
  }
  const kept =
    earlier.overflowId ?? (await store.overflow.put({ conversationId: draft.sessionId, text }));
  if (typeof kept !== 'string' && !kept.ok) return draft;
  const overflowId = typeof kept === 'string' ? kept : kept.value;
  session.outputs.add({ ...earlier, overflowId });
  const mark = repeatMark(earlier, { id: overflowId, reader: overflowReader(deps) });
  return { ...draft, report: undefined, repeats: earlier.toolCallId, overflowId, text: mark };
};

function repeatMark(
  { number, toolCallId, text }: ShownOutput,
  { id, reader }: OverflowReference,
): string {
  const again = reader === undefined ? `see` : `use ${reader} with`;
  const lines = text.split('\n').length;
  return `[Same output as call ${String(number)} (${toolCallId}) with the same arguments: ${String(lines)} lines, unchanged. To read it again, ${again} overflow:${id}.]`;
}
