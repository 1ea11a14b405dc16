import { loadOnce } from '../../core/base/load-once';
import { failure } from '../../core/contracts/failure';
import { fail, type Result } from '../../core/contracts/result';
import type { Disposable } from '../../core/ports/disposable';
import type { Http, HttpResponse } from '../../core/ports/http';

type Loaded = Http & Disposable;

/**
 * An `Http` whose implementation is loaded on its first request: undici is a bundle of its own
 * (DESIGN section 8). The composition root knows where that lies.
 */
export function createLazyHttp(load: () => Promise<Loaded>): Http & Disposable {
  let loaded: Loaded | undefined;
  let disposed = false;
  const http = loadOnce(async () => {
    loaded = await load();
    if (disposed) loaded.dispose();
    return loaded;
  });
  const use = async (
    ask: (client: Http) => Promise<Result<HttpResponse>>,
  ): Promise<Result<HttpResponse>> => {
    if (disposed) return fail(failure('cancelled', 'Gatehouse is shutting down.'));
    try {
      return await ask(await http());
    } catch {
      // Only loading can throw; its error names a path of the installation, which helps nobody.
      return fail(failure('execution', 'The HTTP client did not load. Reinstall Gatehouse.'));
    }
  };
  return {
    post: (request, signal) => use((client) => client.post(request, signal)),
    get: (request, signal) => use((client) => client.get(request, signal)),
    dispose: () => {
      disposed = true;
      loaded?.dispose();
    },
  };
}
