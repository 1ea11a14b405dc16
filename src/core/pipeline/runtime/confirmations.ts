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

/**
 * Approvals as single-use tokens. They are kept in memory only, so none outlives the window
 * (decision 19).
 */
export class Confirmations {
  private readonly issued = new Map<
    string,
    { readonly sessionId: string; readonly content: string }
  >();

  constructor(private readonly ids: Ids) {}

  issue(confirmed: ConfirmedCall): string {
    const token = this.ids.uuid();
    const { sessionId } = confirmed;
    this.issued.set(token, { sessionId, content: canonicalJson(confirmed) });
    return token;
  }

  /** True once, for exactly what was confirmed; any attempt spends the token. */
  redeem(token: string, confirmed: ConfirmedCall): boolean {
    const known = this.issued.get(token);
    this.issued.delete(token);
    return known !== undefined && known.content === canonicalJson(confirmed);
  }

  /** Revokes all tokens of a chat. */
  reset(sessionId: string): void {
    for (const [token, known] of this.issued) {
      if (known.sessionId === sessionId) this.issued.delete(token);
    }
  }
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
