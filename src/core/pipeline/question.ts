import { redactFields } from '../base/redact/redact';
import type { RawCall } from '../contracts/calls/call';
import type { ApprovalRequest, QuestionOptions } from '../ports/runner';
import { isRefusal } from './call/call-facts';
import { bindOnly, gateCallNow } from './judge-only';
import { order } from './order';
import type { PipelineDeps } from './runtime/deps';
import { approvalRequest } from './stages/approval-request';
import { bind } from './stages/binding';
import { askGates } from './stages/gates';
import { previewOf } from './stages/preview';
import { addressesOf } from './stages/web-origin';

/**
 * What a call would ask the user now; undefined if it would not ask. Runs nothing, asks nothing,
 * spends no quota, writes no audit entry. The answer decides nothing by itself: the call still passes
 * the whole pipeline, which asks again if its question is another one by then (decision 20).
 */
export async function questionOf(
  raw: RawCall,
  { context, signal }: QuestionOptions,
  deps: PipelineDeps,
): Promise<ApprovalRequest | undefined> {
  const policy = deps.access.policy.current(context.sessionId);
  const call = await bindOnly({ raw, context, policy, args: {}, tool: undefined }, deps);
  const valid = call && order.validate(bind(call));
  if (valid?.ok !== true) return undefined;
  const question = await gateCallNow(valid.value, { policy, signal }, deps);
  const answer = await askGates(question, deps);
  if (isRefusal(answer) || answer.verdict !== 'ask') return undefined;
  const { paths, reading, digest, exposure } = question;
  const addresses = addressesOf(valid.value, exposure);
  const args = redactFields(valid.value.bound.args);
  const preview = await previewOf(valid.value, signal, deps);
  const shown = { call: valid.value, answer, paths, reading, digest, addresses, args, preview };
  return approvalRequest(shown);
}
