import { totalOf } from './cart.js';

/** Cents as people write them: 1234 is "12.34". */
export function formatCents(cents) {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

export function receiptOf(cart) {
  const lines = cart
    .lines()
    .map(({ product, quantity, price }) => `${quantity} x ${product} ${formatCents(price)}`);
  return [...lines, `Total ${formatCents(totalOf(cart))}`].join('\n');
}
