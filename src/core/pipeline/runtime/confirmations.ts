import type { Ids } from '../../ports/system';
import { canonicalJson } from './plain-json';
import type { ValidCall } from '../call/brands';

/** What an approval is for; it is valid for nothing else (decision 19). */
export interface ConfirmedCall {
  readonly sessionId: string;
  readonly toolId: string;
  readonly args: unknown;
  readonly cwd: string | undefined;
  readonly policyVersion: number;
}

/** Approvals as single-use tokens. */
export interface Confirmations {
  issue(confirmed: ConfirmedCall): string;
  /** True once, for exactly what was confirmed; any attempt spends the token. */
  redeem(token: string, confirmed: ConfirmedCall): boolean;
  /** Revokes all tokens of a chat. */
  reset(sessionId: string): void;
}

/** Tokens are kept in memory only, so none outlives the window (decision 19). */
export function createConfirmations(ids: Ids): Confirmations {
  const issued = new Map<string, { readonly sessionId: string; readonly content: string }>();
  return {
    issue: (confirmed) => {
      const token = ids.uuid();
      issued.set(token, { sessionId: confirmed.sessionId, content: canonicalJson(confirmed) });
      return token;
    },
    redeem: (token, confirmed) => {
      const known = issued.get(token);
      issued.delete(token);
      return known !== undefined && known.content === canonicalJson(confirmed);
    },
    reset: (sessionId) => {
      for (const [token, known] of issued) {
        if (known.sessionId === sessionId) issued.delete(token);
      }
    },
  };
}

/** What an approval of this call is bound to. */
export function confirmationOf({ bound, prepared }: ValidCall): ConfirmedCall {
  return {
    sessionId: bound.context.sessionId,
    toolId: bound.tool.id,
    args: bound.args,
    cwd: prepared.subject.cwd,
    policyVersion: bound.policy.version,
  };
}
