/** The person's own patterns of credentials: a bundle of its own, loaded when there are any. */
export { readPatterns } from './read-patterns';
