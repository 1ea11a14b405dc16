import { say } from '../../core/base/sentence';
import { createEscapeFilter } from '../../core/base/ansi';
import { redactText } from '../../core/base/redact/redact';
import { cutMarked } from '../../core/base/text-lines';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { ProgramExit } from '../process/run-program';
import { counted } from '../../core/base/wording';

export type CargoKind = 'check' | 'clippy';

export interface CargoExit extends ProgramExit {
  readonly skipped: number;
}

const maxReason = 2000;

const progress =
  /^\s*(?:Blocking|Building|Checking|Compiling|Downloaded|Downloading|Fetch|Finished|Locking|Updating)\b/;

export interface CargoEnd {
  readonly exit: CargoExit;
  readonly kind: CargoKind;
  readonly timeLimitMs: number;
  readonly hasErrors: boolean;
}

/** Warnings for the reader, or a failure; without cargo an empty list (003-diagnostics-3). */
export function interpretExit({
  exit,
  kind,
  timeLimitMs,
  hasErrors,
}: CargoEnd): Result<readonly string[]> {
  if (exit.by === 'abort') {
    return fail(failure('cancelled', say`cargo ${kind} was stopped before it finished.`));
  }
  if (exit.by === 'time') return fail(tookTooLong(kind, timeLimitMs, exit.stderr));
  if (exit.by === 'enough') {
    return succeed([
      `cargo ${kind} printed too much output and was stopped, so some problems are missing.`,
    ]);
  }
  const skipped = exit.skipped > 0 ? [tooLong(exit.skipped)] : [];
  if (exit.code === 0 || hasErrors) return succeed(skipped);
  const absent = absentPart(exit.stderr);
  if (absent !== undefined) return succeed([absent]);
  return fail(brokenRun(kind, exit));
}

function tooLong(lines: number): string {
  const many = counted(lines, 'line of cargo output was', 'lines of cargo output were');
  return `${many} too long to read.`;
}

export const cargoAbsent =
  'cargo is not installed on this machine, so nothing was checked. Install Rust, or omit kind to get the problems that VS Code shows.';

function absentPart(stderr: string): string | undefined {
  if (/no such command: `clippy`|'cargo-clippy(?:\.exe)?' is not installed/.test(stderr)) {
    return 'clippy is not installed, so nothing was checked. Install it with "rustup component add clippy", or use kind "check".';
  }
  const isBare =
    /could not choose a version of cargo|no default (?:toolchain|is) configured|toolchain '[^']*' is not installed/i;
  if (!isBare.test(stderr)) return undefined;
  return 'rustup has no Rust toolchain for this project, so nothing was checked. Install one with "rustup toolchain install".';
}

function tookTooLong(kind: CargoKind, timeLimitMs: number, stderr: string): Failure {
  const seconds = String(Math.round(timeLimitMs / 1000));
  const isHeld = /Blocking waiting for file lock/.test(stderr);
  const message = isHeld
    ? say`cargo ${kind} took longer than ${seconds} seconds. It was waiting for another cargo process in this project.`
    : say`cargo ${kind} took longer than ${seconds} seconds.`;
  return failure('timeout', message, {
    suggestion:
      'Call again: finished parts of the build are reused. Or pass the path of a single package.',
  });
}

function brokenRun(kind: CargoKind, { code, stderr }: CargoExit): Failure {
  const reason = reasonOf(stderr);
  const how =
    code === undefined
      ? say`cargo ${kind} was ended by a signal`
      : say`cargo ${kind} failed with exit code ${code}`;
  const message = reason === '' ? say`${how}.` : say`${how}:\n${reason}`;
  return failure('execution', message, {
    suggestion: 'Fix what cargo reports, such as Cargo.toml or a missing package, then call again.',
  });
}

function reasonOf(stderr: string): string {
  const plain = createEscapeFilter(() => false)
    .write(stderr)
    .replaceAll('\r', '\n');
  const lines = plain.split('\n').filter((line) => line.trim() !== '' && !progress.test(line));
  const first = lines.findIndex((line) => line.startsWith('error'));
  const reason = redactText(lines.slice(Math.max(0, first)).join('\n')).text;
  return cutMarked(reason, maxReason);
}
