/** Output filters: a bundle of its own, loaded with the first command that runs. */
export { editFilters } from './native-filters';
export { startNativeFilters } from './native-filters';
export { tryOutput } from './try-output';
