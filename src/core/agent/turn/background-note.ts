import { commandTitle } from '../../base/titles';
import { durationText } from '../../base/wording';
import type { EndedCommand } from '../../ports/terminals';

/** `[background] bg1 \`npm run build\` ended with exit code 1 after 3 min.`, for the model. */
export function backgroundNote(ended: readonly EndedCommand[]): readonly string[] {
  return ended.length === 0 ? [] : [ended.map(line).join('\n')];
}

function line({ id, command, exit, stopped, durationMs }: EndedCommand): string {
  const title = commandTitle(command).replaceAll('`', "'");
  const after = `after ${durationText(durationMs)}`;
  return `[background] ${id} \`${title}\` ${howEnded(exit, stopped)} ${after}.`;
}

function howEnded(exit: EndedCommand['exit'], stopped: EndedCommand['stopped']): string {
  if (exit.endedBy === 'person' || (exit.endedBy === 'kill' && stopped === 'person')) {
    return 'was stopped by the user';
  }
  if (exit.endedBy === 'kill') return 'was stopped at the hard time limit';
  return exit.exitCodeKnown
    ? `ended with exit code ${String(exit.exitCode)}`
    : 'ended with an unknown exit code';
}
