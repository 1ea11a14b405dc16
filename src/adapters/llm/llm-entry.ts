/** Models and their wire formats: a bundle of its own, so that only a chat with a model pays. */
export { createLlms } from './llms';
