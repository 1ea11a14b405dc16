/** The user's own credential patterns: a separate bundle, loaded when there are any. */
export { readPatterns } from './read-patterns';
