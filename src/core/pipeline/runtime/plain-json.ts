/** JSON with sorted object keys: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * A deeply frozen copy of the value as plain JSON data, so that neither side can change it for the
 * other (W18).
 */
export function frozenCopy(value: unknown): unknown {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? freeze(JSON.parse(text)) : undefined;
}

function freeze(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
