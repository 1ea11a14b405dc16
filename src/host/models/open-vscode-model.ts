import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { ModelOptions } from '../../core/contracts/models';
import { raceAbort, withTimeout } from '../../core/base/async';
import type { Clock } from '../../core/ports/system';
import type { Llm } from '../../core/ports/llm';
import type { ModelId } from '../../adapters/llm/model-id';
import type { VscodeChat } from './vscode-chat';
import { createVscodeLlm, vscodeRequestStopped } from './vscode-llm';
import { escapeControlInline } from '../../core/base/escape-control';
import { redactText } from '../../core/base/redact/redact';
import { t } from '../window/language';

export type VscodeModelId = ModelId & { readonly kind: 'vscode' };

export interface OpenVscodeDeps {
  /** By vendor, so that a hanging extension of another vendor is not asked. */
  readonly select: (model: {
    readonly vendor: string;
    readonly id: string;
  }) => PromiseLike<readonly VscodeChat[]>;
  readonly clock: Clock;
  readonly options: ModelOptions;
}

export async function openVscodeModel(
  { vendor, model: id }: VscodeModelId,
  { select, clock, options }: OpenVscodeDeps,
  signal: AbortSignal,
): Promise<Result<Llm>> {
  const chats = await selectWithin(() => select({ vendor, id }), clock, signal);
  if (!chats.ok) return chats;
  const [chat] = chats.value;
  return chat === undefined
    ? fail(notOffered(`${vendor}/${id}`))
    : succeed(createVscodeLlm(chat, options));
}

function notOffered(name: string): Failure {
  const message = t(
    'VS Code offers no model "{0}". Choose another, or install and sign in to the extension that offers it.',
    name,
  );
  return failure('unavailable', message, { category: 'permanent_failure' });
}

/** The selection starts the extensions that offer models, and one that hangs blocks it. */
const selectMs = 10_000;

/** Asks VS Code for models; an answer that never comes is a failure. */
export async function selectWithin(
  select: () => PromiseLike<readonly VscodeChat[]>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Result<readonly VscodeChat[]>> {
  if (signal.aborted) return fail(vscodeRequestStopped());
  const answer = withTimeout(selected(select), selectMs, clock);
  return raceAbort(
    answer.then((found) => found?.value ?? fail(silent())),
    signal,
    () => fail(vscodeRequestStopped()),
  );
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

const silent = () =>
  failure(
    'timeout',
    t(
      'VS Code did not list its models: an extension that offers models does not answer. Wait and try again, or reload the window.',
    ),
    { category: 'timeout' },
  );

function broken(error: unknown): Failure {
  const said = error instanceof Error ? escapeControlInline(redactText(error.message).text) : '';
  const message =
    said === ''
      ? t('VS Code could not list its models.')
      : t('VS Code could not list its models. {0}', said);
  return failure('unavailable', message, { category: 'permanent_failure' });
}
