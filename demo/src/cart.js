import { priceOf } from './catalog.js';

/** The lines of a cart, one for each product. */
export function createCart() {
  const lines = [];
  return {
    add(product, quantity = 1) {
      const line = lines.find((each) => each.product === product);
      if (line) line.quantity += quantity;
      else lines.push({ product, quantity, price: priceOf(product) });
    },
    lines: () => lines.map((line) => ({ ...line })),
  };
}

/** What the cart costs, in cents. */
export function totalOf(cart) {
  return cart.lines().reduce((total, line) => total + line.price, 0);
}
