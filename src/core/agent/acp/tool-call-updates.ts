import { dense } from '../../contracts/schema-parts';
import type { SessionUpdate, ToolCallContent, ToolCallMeta } from '../../contracts/chats/acp';
import type { CallEvent, CallOutcome, FileDiff } from '../../contracts/calls/outcome';
import { assertNever } from '../../contracts/failure';

type Start = Extract<CallEvent, { type: 'start' }>;
type Answered = Extract<CallEvent, { type: 'answered' }>;
type Progress = Extract<CallEvent, { type: 'progress' }>;

/** One `tool_call`, then updates with its id (003-acp-1); a refused call is one that has failed. */
export function createToolCallUpdates(): (event: CallEvent) => SessionUpdate | undefined {
  const refused = new Map<string, Start>();
  return (event) => {
    switch (event.type) {
      case 'start':
        if (event.state !== 'refused') return started(event);
        refused.set(event.toolCallId, event);
        return undefined;
      case 'answered':
        return answered(event);
      case 'running':
        return {
          sessionUpdate: 'tool_call_update',
          toolCallId: event.toolCallId,
          status: 'in_progress',
        };
      case 'progress':
        return progressed(event);
      case 'end': {
        const start = refused.get(event.toolCallId);
        refused.delete(event.toolCallId);
        return start === undefined ? ended(event.outcome) : refusedAtOnce(start, event.outcome);
      }
      default:
        return assertNever(event);
    }
  };
}

function started(start: Start): SessionUpdate {
  const meta: ToolCallMeta = startMeta(start);
  return {
    sessionUpdate: 'tool_call',
    toolCallId: start.toolCallId,
    title: start.title,
    kind: start.kind,
    status: start.state === 'asking' ? 'pending' : 'in_progress',
    rawInput: start.args,
    locations: [...start.locations],
    _meta: { gatehouse: meta },
  };
}

function answered({ toolCallId, answer }: Answered): SessionUpdate {
  const meta: ToolCallMeta = { answered: answer };
  const sessionUpdate = 'tool_call_update';
  return { sessionUpdate, toolCallId, status: 'pending', _meta: { gatehouse: meta } };
}

function startMeta({ tool, origin, namesTool, addresses }: Start): ToolCallMeta {
  return { tool, origin, ...(namesTool && { namesTool }), ...dense({ addresses }) };
}

function refusedAtOnce(start: Start, outcome: CallOutcome): SessionUpdate {
  const meta: ToolCallMeta = { ...startMeta(start), ...outcomeMeta(outcome) };
  return {
    sessionUpdate: 'tool_call',
    toolCallId: start.toolCallId,
    title: start.title,
    kind: start.kind,
    rawInput: start.args,
    ...result(outcome),
    locations: [
      ...(outcome.presentation.locations.length > 0 ? outcome.presentation : start).locations,
    ],
    _meta: { gatehouse: meta },
  };
}

function progressed({ toolCallId, progress }: Progress): SessionUpdate | undefined {
  const { append, terminalId, waitsForInput, retry } = progress;
  const meta: ToolCallMeta = {
    ...(append === undefined ? {} : { tail: append }),
    ...(waitsForInput === undefined ? {} : { waitsForInput }),
    ...(retry === undefined ? {} : { retry }),
  };
  const saysMore = Object.keys(meta).length > 0;
  if (!saysMore && terminalId === undefined) return undefined;
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    ...(terminalId === undefined ? {} : { content: [{ type: 'terminal' as const, terminalId }] }),
    ...(saysMore ? { _meta: { gatehouse: meta } } : {}),
  };
}

function ended(outcome: CallOutcome): SessionUpdate {
  const { locations } = outcome.presentation;
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId: outcome.toolCallId,
    ...result(outcome),
    // An absent field means "unchanged"; an empty list would remove the locations.
    ...(locations.length > 0 ? { locations: [...locations] } : {}),
    _meta: { gatehouse: outcomeMeta(outcome) },
  };
}

function result(outcome: CallOutcome) {
  return {
    // ACP has no `cancelled` status; `_meta` has it.
    status: outcome.status === 'completed' ? ('completed' as const) : ('failed' as const),
    content: contentOf(outcome),
    rawOutput: outcome.output,
  };
}

function contentOf({ text, presentation: exhibit }: CallOutcome): ToolCallContent[] {
  const { diffs, terminalId } = exhibit;
  return [
    { type: 'content', content: { type: 'text', text } },
    ...diffs.map(diffContent),
    ...(terminalId === undefined ? [] : [{ type: 'terminal' as const, terminalId }]),
  ];
}

/** ACP diffs cannot express deleted or moved files; `_meta` can. */
export function diffContent({ path, oldText, newText, ...more }: FileDiff): ToolCallContent {
  const diff = { type: 'diff', path, oldText, newText } as const;
  return Object.keys(more).length === 0 ? diff : { ...diff, _meta: { gatehouse: more } };
}

function outcomeMeta(outcome: CallOutcome): ToolCallMeta {
  const { decision, durationMs, warnings, failure, overflowId, filter, repeats } = outcome;
  const { newProblems, presentation, rollback, status } = outcome;
  const { exitCode, truncated, background, web } = presentation;
  return dense({
    ...{ decision, durationMs, warnings, failure, overflowId, filter, repeats },
    ...{ exitCode, truncated, background, web, rollback, newProblems },
    cancelled: status === 'cancelled' ? true : undefined,
  });
}
