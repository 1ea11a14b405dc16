import { loadOnce } from '../../core/base/load-once';
import { failure } from '../../core/contracts/failure';
import { fail, type Result } from '../../core/contracts/result';
import type { Llms } from '../../core/ports/llm';
import type { ModelLists } from '../../core/ports/model-lists';

/**
 * Models whose implementation is loaded when one is first asked for: it is a bundle of its own
 * (DESIGN section 8). The composition root knows where that lies.
 */
export function createLazyModels(load: () => Promise<Llms & ModelLists>): Llms & ModelLists {
  const loaded = loadOnce(load);
  const use = async <T>(
    ask: (models: Llms & ModelLists) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    let models: Llms & ModelLists;
    try {
      models = await loaded();
    } catch {
      // The error of a missing file names a path of the installation, which helps nobody.
      return fail(notLoaded);
    }
    return ask(models);
  };
  return {
    get: (modelId, signal) => use((models) => models.get(modelId, signal)),
    list: (provider, signal) => use((models) => models.list(provider, signal)),
    test: (modelId, signal) => use((models) => models.test(modelId, signal)),
  };
}

const notLoaded = failure(
  'execution',
  'The model client did not load. Reload the window or reinstall Gatehouse.',
  { category: 'permanent_failure' },
);
