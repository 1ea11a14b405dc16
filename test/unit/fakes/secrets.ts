import type { SecretStore } from '../../../src/host/secrets/api-keys';

export interface FakeSecrets extends SecretStore {
  readonly values: ReadonlyMap<string, string>;
  /** Simulates a keychain that does not open; its error message contains a secret. */
  shut(): void;
}

export function createFakeSecrets(): FakeSecrets {
  const values = new Map<string, string>();
  let isShut = false;
  const open = <T>(work: () => T): Promise<T> =>
    isShut ? Promise.reject(new Error('keychain: sk-leaked')) : Promise.resolve(work());
  return {
    values,
    get: (name) => open(() => values.get(name)),
    store: (name, value) => open(() => void values.set(name, value)),
    delete: (name) => open(() => void values.delete(name)),
    shut: () => {
      isShut = true;
    },
  };
}
