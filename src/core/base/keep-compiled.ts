/** More patterns than a person has rules. */
const maxCachedPatterns = 4096;

/**
 * Remembers what was made of each pattern, for patterns of rules, which are few and come again with
 * every call. Beyond a bound it starts anew.
 */
export function cachePerPattern<T>(compile: (pattern: string) => T): (pattern: string) => T {
  const kept = new Map<string, T>();
  return (pattern) => {
    const known = kept.get(pattern);
    if (known !== undefined) return known;
    if (kept.size >= maxCachedPatterns) kept.clear();
    const made = compile(pattern);
    kept.set(pattern, made);
    return made;
  };
}
