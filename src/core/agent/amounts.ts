/** Tokens as people write them: `950`, `12.3k`, `1.2M`. */
export function tokenCount(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  // 999,950 and more would round to "1000k".
  const [value, unit] = tokens < 999_950 ? [tokens / 1000, 'k'] : [tokens / 1_000_000, 'M'];
  return `${value.toFixed(1).replace(/\.0$/, '')}${unit}`;
}

/** `1 token`, `12.3k tokens` */
export function tokensText(tokens: number): string {
  return tokens === 1 ? '1 token' : `${tokenCount(tokens)} tokens`;
}

const leastCost = 0.0001;

/** US dollars, finer where they are few: `$0.0123`, `$1.50`. */
export function costText(dollars: number): string {
  if (dollars > 0 && dollars < leastCost) return `under $${String(leastCost)}`;
  return `$${dollars.toFixed(dollars > 0 && dollars < 0.995 ? 4 : 2).replace(/(\.\d\d)0+$/, '$1')}`;
}
