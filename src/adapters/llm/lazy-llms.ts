import { loadOnce } from '../../core/base/load-once';
import { failure } from '../../core/contracts/failure';
import { fail } from '../../core/contracts/result';
import type { Llms } from '../../core/ports/llm';

/**
 * `Llms` whose implementation is loaded when a model is first asked for: it is a bundle of its own
 * (DESIGN section 8). The composition root knows where that lies.
 */
export function createLazyLlms(load: () => Promise<Llms>): Llms {
  const loaded = loadOnce(load);
  return {
    async get(modelId, signal) {
      let llms: Llms;
      try {
        llms = await loaded();
      } catch {
        // The error of a missing file names a path of the installation, which helps nobody.
        return fail(
          failure(
            'execution',
            'The model client did not load. Reload the window or reinstall Gatehouse.',
            {
              category: 'permanent_failure',
            },
          ),
        );
      }
      return llms.get(modelId, signal);
    },
  };
}
