/** Searching the workspace: a bundle of its own, loaded with the first search. */
export { createSearch } from './search';
