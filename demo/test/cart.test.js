import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCart, totalOf } from '../src/cart.js';

test('an empty cart costs nothing', () => {
  assert.equal(totalOf(createCart()), 0);
});

test('adding a product twice makes one line', () => {
  const cart = createCart();
  cart.add('milk');
  cart.add('milk');
  assert.deepEqual(cart.lines(), [{ product: 'milk', quantity: 2, price: 115 }]);
});

test('the total counts every piece', () => {
  const cart = createCart();
  cart.add('apple', 3);
  cart.add('bread');
  assert.equal(totalOf(cart), 3 * 40 + 320);
});
