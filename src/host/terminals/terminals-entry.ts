/**
 * What runs commands: a bundle of its own, loaded with the first of them (decision lazy-bundles).
 */
export { createTerminals } from './create-terminals';
export { recoverAtStart } from './recovered-commands';
