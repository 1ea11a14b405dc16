/** The store: a bundle of its own, loaded with the first call that is recorded (DESIGN section 8). */
export { createStore } from './store';
