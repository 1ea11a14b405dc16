import type { ToolResult } from '../../contracts/define-tool';
import { failure, type Failure } from '../../contracts/failure';
import type { CommandEnd } from '../../ports/background-commands';
import type { FilterRun } from '../../ports/output-filters';
import type { TerminalHandle } from '../../ports/terminals';
import { exitFailure } from './exit-failure';
import { envelopeOf, type ShellEnvelope } from './shell-envelope';

/** What a command that has ended answers, whether somebody still waited for it or not. */
export function commandResult(
  handle: TerminalHandle,
  end: CommandEnd,
  filter: FilterRun | undefined,
): ToolResult<ShellEnvelope> {
  const { exitCode, exitCodeKnown } = end.exit;
  const report = filter?.end(exitCodeKnown ? exitCode : undefined);
  const result = rawResult(handle, end);
  return report === undefined ? result : { ...result, filter: report };
}

function rawResult(
  handle: TerminalHandle,
  { exit, stopped }: CommandEnd,
): ToolResult<ShellEnvelope> {
  const value = envelopeOf(handle, exit);
  const isLate = stopped === 'timeout' || stopped === 'no-room';
  if (exit.endedBy === 'kill' && isLate) {
    return { ok: false, failure: tooLong(stopped), value: { ...value, timed_out: true } };
  }
  const failed = stopFailure({ exit, stopped }) ?? exitFailure(exit, value.stderr);
  if (failed !== undefined) return { ok: false, failure: failed, value };
  return { ok: true, value, failed: exit.exitCode !== 0 };
}

export function cancelled(): Failure {
  return failure('cancelled', 'The call was cancelled.');
}

/** Status comes from the operating system and from who stopped it, never from the output. */
function stopFailure({ exit, stopped }: CommandEnd): Failure | undefined {
  if (exit.endedBy === undefined) return undefined;
  if (exit.endedBy === 'person') return failure('cancelled', 'The person stopped the command.');
  switch (stopped) {
    case 'cancelled':
      return cancelled();
    case 'agent':
      return failure('cancelled', 'The command was ended by bash_kill.');
    case 'person':
      return failure('cancelled', 'The person stopped the command in the background.');
    default:
      return failure('cancelled', 'The command was stopped because its chat was closed.');
  }
}

function tooLong(stopped: 'timeout' | 'no-room'): Failure {
  if (stopped === 'timeout') {
    const message = 'The command ran for too long and was stopped with all its children.';
    return failure('timeout', message);
  }
  const message =
    'The command took too long to be waited for, and was stopped: as many commands as may run in the background already do.';
  return failure('timeout', message, { suggestion: makeRoom });
}

/** The remedy when the background is full. */
export const makeRoom =
  'End a command in the background with bash_kill, or wait for one with bash_output; then run this one again.';
