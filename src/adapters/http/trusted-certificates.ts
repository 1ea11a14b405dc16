import * as tls from 'node:tls';
import { readValue } from '../../core/base/json-read';

/**
 * What certificates are checked against: those that Node brings, and those of the system, where a
 * company puts its own. Undefined where this Node cannot read the system's: then its own rules hold.
 * Reading them takes a while on some systems, so the caller keeps the answer.
 */
export function trustedCertificates(
  source: unknown = tls,
): { readonly secureContext: tls.SecureContext } | undefined {
  const list = listOf(source);
  if (list === undefined) return undefined;
  try {
    const ca = [...new Set([...list('default'), ...list('system')])];
    return { secureContext: tls.createSecureContext({ ca }) };
  } catch {
    // A store that cannot be read, or holds what is no certificate, must not end every request.
    return undefined;
  }
}

type List = (type: 'default' | 'system') => readonly string[];

/** `tls.getCACertificates` came with Node 22.15. */
function listOf(source: unknown): List | undefined {
  const get = readValue(source, 'getCACertificates');
  if (typeof get !== 'function') return undefined;
  return (type) => {
    const certificates: unknown = Reflect.apply(get, source, [type]);
    if (!Array.isArray(certificates)) return [];
    return certificates.filter((each: unknown) => typeof each === 'string');
  };
}
