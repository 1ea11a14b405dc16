/**
 * The store: a bundle of its own, loaded with the first call that is recorded (decision
 * lazy-bundles).
 */
export { createStore } from './store';
