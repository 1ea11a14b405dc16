import { say } from '../../base/sentence';
import { isObject, parseJson } from '../../contracts/json';
import type { BoundTool, OutputFields } from '../../contracts/tools/bound-tool';
import type { ToolEffect } from '../../contracts/tool-spec';
import { isThought } from '../../contracts/calls/thoughts';
import { failure, fail, succeed, type Result } from '../../contracts/failure';
import type { BindStage } from './binding';
import { mintValid, type BoundCall, type ValidCall } from '../call/brands';

/**
 * Parses the arguments: one JSON object, empty text is `{}`, `_tafc_think*` keys are dropped in any
 * case (000-thoughts-1). A call with only thoughts is refused, never skipped (decision 21). The
 * message never repeats the text, which may contain anything.
 */
export const intake: BindStage = (call) => {
  const parsed = readArguments(call.raw.args);
  if (!parsed.ok) return parsed;
  return succeed({ ...call, args: parsed.value });
};

/** The arguments of a call without its thoughts; failure messages quote nothing. */
export function readArguments(args: unknown): Result<OutputFields> {
  const parsed = parseArguments(args);
  if (!parsed.ok) return parsed;
  const entries = Object.entries(parsed.value);
  const real = entries.filter(([key]) => !isThought(key));
  if (real.length === entries.length) return parsed;
  if (real.length > 0) return succeed(Object.fromEntries(real));
  return fail(
    failure(
      'validation',
      say`The call has only a thought and no arguments. Send it again with arguments.`,
    ),
  );
}

function parseArguments(args: unknown): Result<OutputFields> {
  if (typeof args !== 'string') return readObject(args);
  return args.trim() === '' ? succeed({}) : readObject(parseJson(args));
}

function readObject(value: unknown): Result<OutputFields> {
  return isObject(value) ? succeed(value) : invalidJson();
}

function invalidJson(): Result<OutputFields> {
  return fail(
    failure('invalid_json', say`The tool arguments are not one JSON object.`, {
      suggestion: 'Send the arguments as one complete JSON object.',
    }),
  );
}

/** Checks the arguments against the tool's own schema; unknown keys are refused (W27). */
export function validate(bound: BoundCall): Result<ValidCall> {
  const prepared = bound.tool.prepare(bound.args);
  if (!prepared.ok) return prepared;
  return succeed(mintValid({ bound, prepared: prepared.value }));
}

/** What a call would do by its arguments; undefined if its tool or its arguments are unknown. */
export function effectOf(tool: BoundTool | undefined, args: unknown): ToolEffect | undefined {
  const read = readArguments(args);
  const prepared = read.ok ? tool?.prepare(read.value) : undefined;
  return prepared?.ok === true ? prepared.value.effect : undefined;
}
