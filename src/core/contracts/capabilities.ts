/** The declared capabilities, frozen, and no others (INV-29). */
export function declaredCapabilities(names: readonly unknown[], all: object): object {
  const wanted = new Set(names);
  const declared = Object.entries(all).filter(([name]) => wanted.has(name));
  return Object.freeze(Object.fromEntries(declared));
}

export function missingCapabilities(names: readonly unknown[], slice: object): readonly unknown[] {
  const bound = new Map<unknown, unknown>(Object.entries(slice));
  return names.filter((name) => bound.get(name) === undefined);
}

/** Why the extension cannot start: who declared which missing capability (INV-34). */
export function notBound(owner: string, missing: readonly unknown[]): Error {
  return new Error(`${owner} needs a capability that is not bound: ${missing.join(', ')}.`);
}

/** A connection's secret, which exists only during one call. */
export interface AuthSecret {
  readonly accessToken: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Credentials of the one granted connection (INV-29, INV-29a). Rejects once the call has ended. */
export interface AuthCapability {
  getAccessToken(): Promise<string>;
  getAuthHeaders(): Promise<Readonly<Record<string, string>>>;
}
