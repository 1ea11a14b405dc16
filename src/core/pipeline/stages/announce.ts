import { createStreamRedactor } from '../../base/redact/redact-stream';
import type { CallEvent, ToolProgress, CallOutcome } from '../../contracts/calls/outcome';
import type { CallFacts } from '../call/call-facts';

/** Publishes the events of a call: exactly one start and then one end. */
export interface Announcement {
  asking(known: CallFacts): void;
  running(known: CallFacts): void;
  progress(update: ToolProgress): void;
  end(known: CallFacts, outcome: CallOutcome): void;
}

export interface AnnounceTo {
  readonly toolCallId: string;
  readonly onEvent: (event: CallEvent) => void;
  readonly report: (error: unknown) => void;
}

/**
 * Announces one call (003-acp-1; INV-05: one id throughout). Live text passes the streaming
 * redactor. A listener that throws is reported and does not disturb the call.
 */
export function announce({ toolCallId, onEvent, report }: AnnounceTo): Announcement {
  let state: 'new' | 'started' | 'ended' = 'new';
  const live = createStreamRedactor();
  const emit = (event: CallEvent): void => {
    try {
      onEvent(event);
    } catch (error) {
      report(error);
    }
  };
  const start = (known: CallFacts, as: 'asking' | 'running' | 'refused'): void => {
    state = 'started';
    emit(startEvent(known, as));
  };
  const show = (progress: ToolProgress): void => {
    if (Object.values(progress).every((value) => value === undefined)) return;
    emit({ type: 'progress', toolCallId, progress });
  };
  return {
    asking: (known) => {
      if (state === 'new') start(known, 'asking');
    },
    running: (known) => {
      if (state === 'new') start(known, 'running');
      else emit({ type: 'running', toolCallId });
    },
    progress: ({ append, ...rest }) => {
      if (state !== 'started') return;
      const text = append === undefined ? '' : live.push(append);
      show(text === '' ? rest : { ...rest, append: text });
    },
    end: (known, outcome) => {
      if (state === 'ended') return;
      if (state === 'new') start(known, 'refused');
      const held = live.flush();
      if (held !== '') show({ append: held });
      state = 'ended';
      emit({ type: 'end', toolCallId, outcome });
    },
  };
}

function startEvent(known: CallFacts, state: 'asking' | 'running' | 'refused'): CallEvent {
  return {
    type: 'start',
    toolCallId: known.raw.toolCallId,
    tool: known.toolName,
    title: known.title,
    kind: known.tool?.kind ?? 'other',
    origin: known.raw.origin,
    args: known.args,
    locations: known.paths.map((path) => ({ path })),
    state,
  };
}
