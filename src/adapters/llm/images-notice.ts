import type { ModelFacts } from '../../core/contracts/model-facts';
import type { LlmEvent, LlmRequest } from '../../core/ports/llm';

/**
 * What the person is told when the model takes no images and some were just sent. Older ones were
 * spoken of when they were new.
 */
export function imagesNotice(
  { messages }: Pick<LlmRequest, 'messages'>,
  { id, label, images }: ModelFacts,
): LlmEvent | undefined {
  const last = messages.at(-1);
  if (images || last?.role !== 'user' || (last.images ?? []).length === 0) return undefined;
  const text = `${label} takes no images, so they are left out. If it does, set images to true for "${id}" in gatehouse.models.options.`;
  return { type: 'notice', level: 'warning', text };
}
