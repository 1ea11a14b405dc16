/** The entry of a lazy bundle for searching the workspace. */
export { createSearch } from './search';
