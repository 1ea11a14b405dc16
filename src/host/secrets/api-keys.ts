import * as z from 'zod';
import { parseJson } from '../../core/contracts/json';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { HttpProvider } from '../../core/contracts/models';
import { Emitter } from '../../adapters/system/emitter';
import type { Disposable } from '../../core/ports/system';
import { t } from '../window/language';

export interface SecretStore {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
}

export type KeyState =
  | { readonly kind: 'none' }
  /** The secret store could not be opened, or contains something that is not a key. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'stored'; readonly origin: string };

/** What the user did to the key of a provider; never the key. */
export interface ChangedKey {
  readonly provider: HttpProvider;
  /** Its server, when one was set. */
  readonly origin?: string;
  readonly change: 'set' | 'removed';
}

/** In VS Code's secret store only, each with the origin it was set for (decision secret-places). */
export interface ApiKeys {
  /** Undefined when none is stored; fails for another origin than its own. Never rejects. */
  get(provider: HttpProvider, origin: string): Promise<Result<string | undefined>>;
  state(provider: HttpProvider): Promise<KeyState>;
  /** Rejects when the secret store cannot be opened; so does `remove`. */
  store(provider: HttpProvider, origin: string, key: string): Promise<void>;
  remove(provider: HttpProvider): Promise<void>;
  /** Fires when a key was stored or removed here. */
  onDidSet(listener: (changed: ChangedKey) => void): Disposable;
}

export function createApiKeys(secrets: SecretStore): ApiKeys {
  const wasSet = new Emitter<ChangedKey>();
  async function read(provider: HttpProvider): Promise<Result<StoredKey | undefined>> {
    try {
      const text = await secrets.get(nameOf(provider));
      if (text === undefined) return succeed(undefined);
      const stored = storedSchema.safeParse(parseJson(text)).data;
      return stored === undefined ? fail(unreadable()) : succeed(stored);
    } catch {
      // The store's own message may contain more than may be shown.
      return fail(unreadable());
    }
  }

  return {
    async get(provider, origin) {
      const stored = await read(provider);
      if (!stored.ok) return stored;
      if (stored.value === undefined) return succeed(undefined);
      if (stored.value.origin === origin) return succeed(stored.value.key);
      return fail(otherServer(stored.value.origin, origin));
    },
    async state(provider) {
      const stored = await read(provider);
      if (!stored.ok) return { kind: 'unreadable' };
      if (stored.value === undefined) return { kind: 'none' };
      return { kind: 'stored', origin: stored.value.origin };
    },
    async store(provider, origin, key) {
      const stored: StoredKey = { origin, key };
      await secrets.store(nameOf(provider), JSON.stringify(stored));
      wasSet.fire({ provider, origin, change: 'set' });
    },
    async remove(provider) {
      const before = await read(provider);
      await secrets.delete(nameOf(provider));
      const wasThere = !before.ok || before.value !== undefined;
      if (wasThere) wasSet.fire({ provider, change: 'removed' });
    },
    onDidSet: (listener) => wasSet.event(listener),
  };
}

function nameOf(provider: HttpProvider): string {
  return `gatehouse.key.${provider}`;
}

const storedSchema = z.object({ origin: z.string(), key: z.string() });
type StoredKey = z.infer<typeof storedSchema>;

const unreadable = () =>
  failure(
    'unavailable',
    t(
      'The stored key cannot be read from the secret store of this machine; run "Gatehouse: Set API Key".',
    ),
    { category: 'permanent_failure' },
  );

function otherServer(stored: string, asked: string): Failure {
  const message = t(
    'The key was stored for {0}; run "Gatehouse: Set API Key" to set one for {1}, or "Gatehouse: Remove API Key" if it needs none.',
    stored,
    asked,
  );
  return failure('unavailable', message, { category: 'permanent_failure' });
}
