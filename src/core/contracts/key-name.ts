const maxKeyLength = 40;
/** Of a longer name the rest is not even looked at. */
const maxRead = 400;

/**
 * A key name as a message may repeat it: at most 40 characters and none that steers a screen,
 * because whoever sends the keys chooses their names (cogni-wink 6.3).
 */
export function cleanKeyName(key: PropertyKey): string {
  const seen = String(key)
    .slice(0, maxRead)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  return Array.from(seen).slice(0, maxKeyLength).join('');
}
