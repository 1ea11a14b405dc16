import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCart } from '../src/cart.js';
import { formatCents, receiptOf } from '../src/receipt.js';

test('cents keep their leading zero', () => {
  assert.equal(formatCents(305), '3.05');
});

test('a receipt lists what was bought', () => {
  const cart = createCart();
  cart.add('bread');
  cart.add('coffee');
  assert.equal(receiptOf(cart), '1 x bread 3.20\n1 x coffee 7.99\nTotal 11.19');
});
