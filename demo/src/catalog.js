/** Prices in cents, so that no sum is ever rounded. */
const prices = new Map([
  ['apple', 40],
  ['bread', 320],
  ['coffee', 799],
  ['milk', 115],
]);

export function priceOf(product) {
  const price = prices.get(product);
  if (price === undefined) throw new Error(`Unknown product: ${product}`);
  return price;
}
