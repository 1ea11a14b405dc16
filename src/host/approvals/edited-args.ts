import * as z from 'zod';
import { hasInvisible } from '../../core/base/escape-control';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { PendingApproval } from './types';

const argsSchema = z.record(z.string(), z.unknown());
/** What stands where a secret was hidden. */
const redactionMark = /\[REDACTED:[^\]]*\]/;
const shortLine = 300;

/** The command, when one line of input is enough to edit it; undefined asks for an editor. */
export function editableLine(item: PendingApproval): string | undefined {
  const { command, argsJson } = item.details;
  if (command === undefined || command.length > shortLine || hasInvisible(command)) return undefined;
  const args = parseArgs(argsJson);
  return args.ok && typeof args.value['command'] === 'string' ? command : undefined;
}

/** The arguments with another command, as JSON text. */
export function withCommand(argsJson: string, command: string): Result<string> {
  const args = parseArgs(argsJson);
  if (!args.ok) return args;
  return checkEdited(JSON.stringify({ ...args.value, command }));
}

/**
 * Accepts edited arguments: a JSON object in which no secret is still hidden. Which arguments the
 * tool takes is checked by the pipeline, where the edited call starts anew.
 */
export function checkEdited(argsJson: string): Result<string> {
  const args = parseArgs(argsJson);
  if (!args.ok) return args;
  const hidden = redactionMark.exec(argsJson);
  if (hidden !== null) {
    return fail(
      failure(
        'validation',
        `The arguments still contain ${hidden[0]}, where a secret was hidden.`,
        {
          suggestion: 'Put the real value back, or take the mark out.',
        },
      ),
    );
  }
  return succeed(JSON.stringify(args.value));
}

function parseArgs(argsJson: string): Result<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(argsJson);
  } catch {
    // The parser quotes the text, which may hold a secret; an editor marks the place itself.
    return fail(
      failure('invalid_json', 'The arguments are not valid JSON.', {
        suggestion: 'Correct the text and run it again; nothing was lost.',
      }),
    );
  }
  const args = argsSchema.safeParse(value);
  if (args.success) return succeed(args.data);
  return fail(
    failure('validation', 'The arguments must be a JSON object: { "name": value }.', {
      suggestion: 'Correct the text and run it again; nothing was lost.',
    }),
  );
}
