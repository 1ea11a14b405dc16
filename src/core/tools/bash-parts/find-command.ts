import { failure } from '../../contracts/failure';
import { fail, succeed, type Result } from '../../contracts/result';
import type { BackgroundCommand, BackgroundCommands } from '../../ports/background-commands';

/** A command of this chat; another chat's is as unknown as one that never was. */
export function findCommand(
  background: Pick<BackgroundCommands, 'list'>,
  sessionId: string,
  id: string,
): Result<BackgroundCommand> {
  const all = background.list(sessionId);
  const found = all.find((command) => command.id === id);
  if (found !== undefined) return succeed(found);
  const known = all.map((command) => command.id).join(', ');
  return fail(
    failure('validation', 'This chat has no command of this id in the background.', {
      suggestion:
        known === ''
          ? 'There are none: start one with bash and background.'
          : `There are: ${known}.`,
    }),
  );
}
