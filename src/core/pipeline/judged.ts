import type { TrustLevel } from '../contracts/trust';
import type { GatesAnswer } from './stages/gates';

/** What the gates say, and what it stands on. */
export interface Evaluation {
  readonly answer: GatesAnswer;
  readonly policyVersion: number;
  readonly trust: TrustLevel;
}
