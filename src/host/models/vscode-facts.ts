import type { ModelFacts, ModelOptions } from '../../core/contracts/model-facts';
import { vscodeModelId } from '../../adapters/llm/model-id';
import type { VscodeChat } from './vscode-chat';

/** What VS Code's API has no field for; the picker lists it. */
export const vscodeLacks: readonly string[] = ['system messages', 'token usage', 'thinking'];

/** What is known of a model of VS Code; what the person says of it overrules. */
export function vscodeFacts(chat: Omit<VscodeChat, 'send'>, options: ModelOptions): ModelFacts {
  const { maxOutputTokens, prices } = options;
  return {
    id: vscodeModelId(chat.vendor, chat.id),
    label: chat.name === '' ? chat.id : chat.name,
    ...contextOf(chat, options),
    tools: options.tools ?? (chat.takesTools === false ? 'none' : 'native'),
    images: options.images ?? chat.takesImages ?? false,
    reasoning: options.reasoning ?? false,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(prices === undefined ? {} : { prices }),
    lacks: vscodeLacks,
  };
}

/** As for servers that do not say: an extension may tell nothing, or nonsense. */
const assumedContext = 32_768;

function contextOf(
  { maxInputTokens: said }: Pick<VscodeChat, 'maxInputTokens'>,
  { contextTokens }: ModelOptions,
): Pick<ModelFacts, 'contextTokens' | 'contextSource'> {
  if (contextTokens !== undefined) return { contextTokens, contextSource: 'settings' };
  return Number.isSafeInteger(said) && said > 0
    ? { contextTokens: said, contextSource: 'provider' }
    : { contextTokens: assumedContext, contextSource: 'assumed' };
}
