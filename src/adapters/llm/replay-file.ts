import { type Sentence, inEnglish, say } from '../../core/base/sentence';
import * as z from 'zod';
import { reachedVerdicts } from '../../core/contracts/calls/decision';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import { escapeControlInline } from '../../core/base/escape-control';
import { cutEnd } from '../../core/base/text-lines';
import { parseJson, toJson } from '../../core/contracts/json';
import type { Recording } from '../../core/wire/replay/recording';

const call = z.strictObject({
  tool: z.string().min(1),
  args: z.record(z.string(), z.json()),
  expect: z.strictObject({
    status: z.enum(['completed', 'failed', 'cancelled']),
    exitCode: z.int().optional(),
    decision: z
      .strictObject({ verdict: z.enum(reachedVerdicts), by: z.string().optional() })
      .optional(),
  }),
});

const step = z.strictObject({
  text: z.string().default(''),
  calls: z.array(call).default([]),
});

const recording = z.strictObject({
  version: z.literal(1),
  title: z.string().min(1),
  turns: z.array(z.strictObject({ user: z.string(), steps: z.array(step).min(1) })).min(1),
});

const remedy = say`Correct the file, or choose another one.`;
const maxIssues = 3;
/** The reason quotes keys of the file. */
const maxReason = 500;

/** Reads a recording; a failure names the position in the file and the remedy. */
export function parseReplayFile(text: string, path: string): Result<Recording> {
  const json = parseJson(text);
  if (json === undefined) return unusable(path, say`it is not JSON, or nested too deeply`);
  const value = toJson(json);
  if (value === undefined) return unusable(path, say`it is nested too deeply`);
  const parsed = recording.safeParse(value);
  if (parsed.success) return succeed(parsed.data);
  const issues = parsed.error.issues.slice(0, maxIssues).map((issue) => {
    const place = issue.path.length === 0 ? 'the file' : issue.path.map(String).join('.');
    return `${place}: ${issue.message}`;
  });
  return unusable(path, escapeControlInline(cutEnd(issues.join('; '), maxReason)));
}

function unusable(path: string, reason: Sentence | string): Result<Recording> {
  const message = say`The recorded conversation ${path} cannot be played: ${reason}. ${remedy}`;
  return fail(failure('validation', message, { suggestion: inEnglish(remedy) }));
}
