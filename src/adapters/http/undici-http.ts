import { failure, fail, type Result } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/disposable';
import type { Http, HttpResponse } from '../../core/ports/http';
import { createLazyPart } from '../system/lazy-part';

type Loaded = Http & Disposable;

/**
 * An `Http` that loads with its first request: undici is a bundle of its own (decision
 * lazy-bundles).
 */
export function createLazyHttp(
  load: () => Promise<Loaded>,
  onLoadFailed: (error: unknown) => void,
): Http & Disposable {
  let loaded: Loaded | undefined;
  let disposed = false;
  const loadClient = async (): Promise<Loaded> => {
    loaded = await load();
    if (disposed) loaded.dispose();
    return loaded;
  };
  const ask = createLazyPart({ load: loadClient, name: 'The HTTP client', onLoadFailed });
  const use = async (
    send: (client: Http) => Promise<Result<HttpResponse>>,
  ): Promise<Result<HttpResponse>> =>
    disposed ? fail(failure('cancelled', 'Gatehouse is shutting down.')) : ask(send);
  return {
    post: (request, signal) => use((client) => client.post(request, signal)),
    get: (request, signal) => use((client) => client.get(request, signal)),
    dispose: () => {
      disposed = true;
      loaded?.dispose();
    },
  };
}
