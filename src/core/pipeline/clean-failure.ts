import { redactText } from '../base/redact';
import { withoutRetry, type Failure } from '../contracts/failure';

/**
 * A failure as it may leave: a message may quote a path, a rule or an output (001 inv. 4), and only
 * a call that the system tries again says that it is retryable (003 ToolErrorFeedback).
 */
export function cleanFailure(failed: Failure, isRetried: boolean): Failure {
  const honest = isRetried ? failed : withoutRetry(failed);
  return { ...honest, message: redactText(failed.message).text };
}
