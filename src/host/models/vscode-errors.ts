import { failure, type Failure } from '../../core/contracts/failure';
import { escapeControlInline } from '../../core/base/escape-control';
import { readString } from '../../core/base/json-read';
import { redactText } from '../../core/base/redact';

export const vscodeRequestStopped = failure('cancelled', 'The request was stopped.');

/** More than any message needs to be understood. */
const maxSaid = 300;

/** What went wrong with one of VS Code's models. `code` is that of `vscode.LanguageModelError`. */
export function describeVscodeError(error: unknown, model: string): Failure {
  switch (readString(error, 'code')) {
    case 'NoPermissions':
      return failure(
        'execution',
        `VS Code gave Gatehouse no access to ${model}. Ask again and choose Allow, or run "Manage Language Model Access…".`,
        { category: 'permanent_failure' },
      );
    case 'Blocked':
      return failure(
        'execution',
        `The provider of ${model} refuses requests for now; its quota may be used up. Wait, or choose another model.${said(error)}`,
        { category: 'rate_limited' },
      );
    case 'NotFound':
      return failure('unavailable', `VS Code no longer offers ${model}. Choose another model.`, {
        category: 'permanent_failure',
      });
    default:
      return failure('execution', `${model} failed in VS Code.${said(error)}`, {
        category: 'server_error',
      });
  }
}

function said(error: unknown): string {
  // Not always an error: what comes from VS Code's own window may be any object.
  const message = readString(error, 'message') ?? '';
  const line = escapeControlInline(redactText(message).text).trim();
  if (line === '') return '';
  return ` It says: ${line.length <= maxSaid ? line : `${line.slice(0, maxSaid - 1)}…`}`;
}
