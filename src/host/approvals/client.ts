import * as z from 'zod';
import {
  approvalMeta,
  readDiffs,
  type ApprovalAnswerMeta,
  type ApprovalOption,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
} from '../../core/contracts/chats/acp';
import { assertNever } from '../../core/contracts/failure';
import { toolKindOf } from '../../core/contracts/tool-spec';
import type { PendingApprovals, SettledAnswer } from './pending';
import { exactChange, ruleChoices } from './rule-choices';

const carrierSchema = z.object({ gatehouse: approvalMeta });

export interface ApprovalClientDeps {
  readonly pending: Pick<PendingApprovals, 'add'>;
  /** The open folders, canonical. */
  readonly folders: () => readonly string[];
  /** False while no folder is open: then no rule can be kept for the workspace. */
  readonly hasWorkspace: () => boolean;
  /** A request with too few details is refused without asking; this line gives the reason. */
  readonly warn: (message: string) => void;
}

/**
 * The host's side of ACP `session/request_permission`. A request without readable details is not
 * shown, because the user cannot judge it: it answers `cancelled` and the pipeline runs nothing.
 */
export function createApprovalClient(deps: ApprovalClientDeps) {
  return {
    async requestPermission(request: RequestPermissionRequest): Promise<RequestPermissionResponse> {
      const carrier = carrierSchema.safeParse(request.toolCall._meta);
      if (!carrier.success) {
        deps.warn(
          `Approval request for call ${request.toolCall.toolCallId} has no readable details and was refused: ${z.prettifyError(carrier.error)}`,
        );
        return { outcome: { outcome: 'cancelled' } };
      }
      const details = carrier.data.gatehouse;
      const title = request.toolCall.title ?? details.tool;
      return toResponse(
        await deps.pending.add({
          sessionId: request.sessionId,
          toolCallId: request.toolCall.toolCallId,
          title,
          folders: deps.folders(),
          kind: toolKindOf(request.toolCall.kind ?? 'other'),
          diffs: readDiffs(request.toolCall.content ?? []),
          details,
          choices: [
            ...exactChange(details, title, request.sessionId),
            ...ruleChoices(details, request.sessionId, deps.hasWorkspace()),
          ],
        }),
      );
    },
  };
}

function toResponse(settled: SettledAnswer): RequestPermissionResponse {
  switch (settled.answer) {
    case 'allow':
      return selected('allow_once');
    case 'deny':
      return selected('reject_once', rejection(settled));
    case 'edit':
      return selected('edit', { editedArgs: settled.args });
    case 'cancelled':
      return { outcome: { outcome: 'cancelled' } };
    default:
      return assertNever(settled);
  }
}

function rejection({
  answer: _,
  ...more
}: Extract<SettledAnswer, { answer: 'deny' }>): ApprovalAnswerMeta | undefined {
  return Object.keys(more).length === 0 ? undefined : more;
}

function selected(optionId: ApprovalOption, meta?: ApprovalAnswerMeta): RequestPermissionResponse {
  return {
    outcome: { outcome: 'selected', optionId },
    ...(meta === undefined ? {} : { _meta: { gatehouse: meta } }),
  };
}
