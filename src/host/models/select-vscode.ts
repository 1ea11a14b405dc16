import { escapeControlInline } from '../../core/base/escape-control';
import { redactText } from '../../core/base/redact';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { VscodeChat } from './vscode-chat';
import { vscodeRequestStopped } from './vscode-errors';

/** Milliseconds: it starts the extensions that offer models, and one that hangs holds up all. */
const selectMs = 10_000;

/** Asks VS Code for models; an answer that never comes is a failure (DESIGN section 9). */
export async function selectWithin(
  select: () => PromiseLike<readonly VscodeChat[]>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Result<readonly VscodeChat[]>> {
  let release = (): void => undefined;
  const giveUp = new Promise<Result<never>>((settle) => {
    const stop = (): void => {
      settle(fail(vscodeRequestStopped));
    };
    const timer = clock.after(selectMs, () => {
      settle(fail(silent));
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    release = () => {
      timer.dispose();
      signal.removeEventListener('abort', stop);
    };
  });
  try {
    return await Promise.race([giveUp, selected(select)]);
  } finally {
    release();
  }
}

async function selected(
  select: () => PromiseLike<readonly VscodeChat[]>,
): Promise<Result<readonly VscodeChat[]>> {
  try {
    return succeed(await select());
  } catch (error) {
    return fail(broken(error));
  }
}

const silent = failure(
  'timeout',
  'VS Code did not tell its models: an extension that offers some does not answer. Wait and try again, or reload the window.',
  { category: 'timeout' },
);

function broken(error: unknown): Failure {
  const said = error instanceof Error ? escapeControlInline(redactText(error.message).text) : '';
  const message = `VS Code could not tell its models. ${said}`.trim();
  return failure('unavailable', message, { category: 'permanent_failure' });
}
