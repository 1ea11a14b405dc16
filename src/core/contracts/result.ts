import type { Failure } from './failure';

/** An expected failure is a value, never a throw. */
export type Result<T, E = Failure> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: E };

export function succeed<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(failed: E): { readonly ok: false; readonly failure: E } {
  return { ok: false, failure: failed };
}

/** Makes a forgotten case of a union a compile error. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected case: ${JSON.stringify(value)}`);
}
