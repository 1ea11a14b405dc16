import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { ModelOptions } from '../../core/contracts/model-facts';
import type { Clock } from '../../core/ports/clock';
import type { Llm } from '../../core/ports/llm';
import type { ModelId } from '../../adapters/llm/model-id';
import { selectWithin } from './select-vscode';
import type { VscodeChat } from './vscode-chat';
import { createVscodeLlm } from './vscode-llm';

export type VscodeModelId = ModelId & { readonly kind: 'vscode' };

export interface OpenVscodeDeps {
  /** By vendor first: an extension of another vendor that hangs is not asked. */
  readonly select: (model: {
    readonly vendor: string;
    readonly id: string;
  }) => PromiseLike<readonly VscodeChat[]>;
  readonly clock: Clock;
  readonly options: ModelOptions;
}

/** A model of VS Code, as it offers it now. */
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
  const message = `VS Code offers no model "${name}". Choose another, or install and sign in to the extension that offers it.`;
  return failure('unavailable', message, { category: 'permanent_failure' });
}
