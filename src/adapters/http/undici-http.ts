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
  let loading: Promise<Loaded> | undefined;
  let disposed = false;
  const use = async (
    ask: (http: Http) => Promise<Result<HttpResponse>>,
  ): Promise<Result<HttpResponse>> => {
    if (disposed) return fail(failure('cancelled', 'Gatehouse is shutting down.'));
    loading ??= load();
    try {
      return await ask(await loading);
    } catch {
      // Only loading can throw; its error names a path of the installation, which helps nobody.
      loading = undefined;
      return fail(failure('execution', 'The HTTP client did not load. Reinstall Gatehouse.'));
    }
  };
  return {
    post: (request, signal) => use((http) => http.post(request, signal)),
    get: (request, signal) => use((http) => http.get(request, signal)),
    dispose: () => {
      disposed = true;
      loading?.then(
        (http) => {
          http.dispose();
        },
        () => {
          // It never loaded: nothing is open.
        },
      );
    },
  };
}
