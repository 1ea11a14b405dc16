import { redactText } from '../base/redact';
import type { Failure } from '../contracts/failure';

/** A failure as it may leave: a message may quote a path, a rule or an output (001 inv. 4). */
export function cleanFailure(failed: Failure): Failure {
  return { ...failed, message: redactText(failed.message).text };
}
