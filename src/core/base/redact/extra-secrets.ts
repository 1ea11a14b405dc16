import type { SecretSpan } from './values/secret-span';

/** Finds what the user's own patterns match between marks, in order. */
export type ExtraSearch = (text: string) => readonly SecretSpan[];

let read: () => ExtraSearch | undefined = () => undefined;

/**
 * Where the search for the patterns of `gatehouse.filters.security.extraPatterns` is read, at each
 * redaction. Both stages of the host share this module.
 */
export function setExtraSecrets(reader: () => ExtraSearch | undefined): void {
  read = reader;
}

/** Undefined if the user has no patterns. */
export function extraSearch(): ExtraSearch | undefined {
  return read();
}
