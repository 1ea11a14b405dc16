import type { Result } from '../../../core/contracts/failure';
import { parseJson, toJsonObject } from '../../../core/contracts/json';
import type { UserEvent } from '../../../core/pipeline/append-audit';
import type { AnnouncedCall } from '../../../core/ports/runner';
import type { Card } from '../transcript/card';

/** Writes what the user did to a call to the audit log. */
export type RecordUserEvent = (
  call: AnnouncedCall,
  event: UserEvent,
  sessionId: string,
) => Promise<Result<void>>;

/** The call of a card, as the agent announced it. */
export function announcedOf({ item, call }: Card, toolCallId: string): AnnouncedCall {
  const args = toJsonObject(parseJson(call?.argsJson ?? '')) ?? {};
  return { toolCallId, tool: call?.tool ?? item.tool, args };
}
