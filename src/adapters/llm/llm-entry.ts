/** Models and their wire formats; the entry of a lazy bundle. */
export { createLlms } from './llms';
