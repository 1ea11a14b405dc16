import type { RawCall } from '../contracts/call';
import type { ApprovalMeta } from '../contracts/meta';

/** Asks the person. Never answers by itself; aborting `signal` settles with `cancelled`. */
export interface Approver {
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}

export interface ApprovalRequest {
  readonly call: RawCall;
  readonly sessionId: string;
  readonly title: string;
  readonly details: ApprovalMeta;
}

export type ApprovalAnswer =
  | { readonly answer: 'allow' }
  | { readonly answer: 'deny'; readonly reason?: string }
  | { readonly answer: 'edit'; readonly args: string }
  | { readonly answer: 'cancelled' }
  | { readonly answer: 'unavailable'; readonly reason: string };
