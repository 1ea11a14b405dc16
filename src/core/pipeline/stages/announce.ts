import { argumentSubject, commandTitle } from '../../base/titles';
import { dense } from '../../contracts/schema-parts';
import { StreamRedactor } from '../../base/redact/redact-stream';
import type { CallEvent, ToolProgress, CallOutcome } from '../../contracts/calls/outcome';
import type { CallFacts } from '../call/call-facts';

export interface AnnounceTo {
  readonly toolCallId: string;
  readonly onEvent: (event: CallEvent) => void;
  readonly report: (error: unknown) => void;
}

export function announce(to: AnnounceTo): Announcement {
  return new Announcement(to);
}

/**
 * Publishes the events of a call: exactly one start and then one end (003-acp-1; INV-05: one id
 * throughout). Live text passes the streaming redactor. A listener that throws is reported and does
 * not disturb the call.
 */
export class Announcement {
  private state: 'new' | 'started' | 'ended' = 'new';
  private readonly live = new StreamRedactor();

  constructor(private readonly to: AnnounceTo) {}

  asking(known: CallFacts): void {
    if (this.state === 'new') this.start(known, 'asking');
  }

  running(known: CallFacts): void {
    if (this.state === 'new') this.start(known, 'running');
    else this.emit({ type: 'running', toolCallId: this.to.toolCallId });
  }

  progress({ append, ...rest }: ToolProgress): void {
    if (this.state !== 'started') return;
    const text = append === undefined ? '' : this.live.push(append);
    this.show(text === '' ? rest : { ...rest, append: text });
  }

  end(known: CallFacts, outcome: CallOutcome): void {
    if (this.state === 'ended') return;
    if (this.state === 'new') this.start(known, 'refused');
    const held = this.live.flush();
    if (held !== '') this.show({ append: held });
    this.state = 'ended';
    this.emit({ type: 'end', toolCallId: this.to.toolCallId, outcome });
  }

  private start(known: CallFacts, as: 'asking' | 'running' | 'refused'): void {
    this.state = 'started';
    this.emit(startEvent(known, as));
  }

  private show(progress: ToolProgress): void {
    if (Object.values(progress).every((value) => value === undefined)) return;
    this.emit({ type: 'progress', toolCallId: this.to.toolCallId, progress });
  }

  private emit(event: CallEvent): void {
    try {
      this.to.onEvent(event);
    } catch (error) {
      this.to.report(error);
    }
  }
}

/** A call that is refused early has no title of its tool: then what its arguments name. */
function titleOf({ title, args }: CallFacts): string | undefined {
  const subject = title === undefined ? argumentSubject(args) : undefined;
  return subject === undefined ? title : commandTitle(subject);
}

function startEvent(known: CallFacts, state: 'asking' | 'running' | 'refused'): CallEvent {
  const title = titleOf(known);
  return {
    type: 'start',
    toolCallId: known.raw.toolCallId,
    tool: known.toolName,
    title: title ?? known.toolName,
    namesTool: title === undefined,
    kind: known.tool?.kind ?? 'other',
    origin: known.raw.origin,
    args: known.args,
    locations: known.paths.map((path) => ({ path })),
    ...dense({ addresses: known.addresses }),
    state,
  };
}
