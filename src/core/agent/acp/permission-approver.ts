import { say, type Sentence } from '../../base/sentence';
import { raceAbort } from '../../base/async';
import {
  approvalAnswer,
  parseMeta,
  type ApprovalOption,
  type PermissionOption,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
} from '../../contracts/chats/acp';
import { dense } from '../../contracts/schema-parts';
import type { AcpClient } from '../../ports/acp';
import { diffContent } from './tool-call-updates';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../ports/runner';

const optionOf: Readonly<Record<ApprovalOption, Omit<PermissionOption, 'optionId'>>> = {
  allow_once: { name: 'Allow', kind: 'allow_once' },
  reject_once: { name: 'Deny', kind: 'reject_once' },
  edit: { name: 'Edit…', kind: 'allow_once' },
};

const cancelled: ApprovalAnswer = { answer: 'cancelled' };

/** By `session/request_permission`. An invalid answer allows nothing; an abort cancels. */
export function createApprover(client: AcpClient): Approver {
  return {
    ask: async (request, signal) =>
      signal.aborted ? cancelled : raceAbort(askClient(client, request), signal, () => cancelled),
  };
}

async function askClient(client: AcpClient, request: ApprovalRequest): Promise<ApprovalAnswer> {
  try {
    return readAnswer(await client.requestPermission(permissionRequest(request)));
  } catch {
    // The client reports its own error; for the call only "no one could be asked" matters.
    return unavailable(say`The client failed to ask the user.`);
  }
}

function permissionRequest(request: ApprovalRequest): RequestPermissionRequest {
  const options: readonly ApprovalOption[] = ['allow_once', 'reject_once', 'edit'];
  return {
    sessionId: request.sessionId,
    toolCall: {
      toolCallId: request.call.toolCallId,
      title: request.title,
      kind: request.kind,
      status: 'pending',
      ...(request.diffs.length > 0 && { content: request.diffs.map(diffContent) }),
      _meta: { gatehouse: request.details },
    },
    options: options.map((optionId) => ({ optionId, ...optionOf[optionId] })),
  };
}

function readAnswer(response: RequestPermissionResponse): ApprovalAnswer {
  const { outcome } = response;
  if (outcome.outcome === 'cancelled') return cancelled;
  const { reason, timeoutSeconds, editedArgs } = parseMeta(approvalAnswer, response._meta);
  switch (outcome.optionId) {
    case 'allow_once':
      return { answer: 'allow' };
    case 'reject_once':
      return { answer: 'deny', ...dense({ reason, timeoutSeconds }) };
    case 'edit':
      return editedArgs === undefined
        ? unavailable(say`The client answered "edit" without new arguments.`)
        : { answer: 'edit', args: editedArgs };
    default:
      return unavailable(say`The client answered with an option that was not offered.`);
  }
}

function unavailable(reason: Sentence): ApprovalAnswer {
  return { answer: 'unavailable', reason };
}
