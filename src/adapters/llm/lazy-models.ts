import type { ModelRegistry, ModelLists } from '../../core/ports/llm';
import { createLazyPart } from '../system/lazy-part';

/** Models whose client loads on first use (decision lazy-bundles). */
export function createLazyModels(
  load: () => Promise<ModelRegistry & ModelLists>,
  onLoadFailed: (error: unknown) => void,
): ModelRegistry & ModelLists {
  const use = createLazyPart({ load, name: 'The model client', onLoadFailed });
  return {
    get: (modelId, signal) => use((models) => models.get(modelId, signal)),
    list: (provider, signal) => use((models) => models.list(provider, signal)),
    test: (modelId, signal) => use((models) => models.test(modelId, signal)),
  };
}
