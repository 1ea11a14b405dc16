/** Command execution: a separate bundle, loaded with the first command (decision lazy-bundles). */
export { createTerminals } from './create-terminals';
export { recoverAtStart } from './recovered-commands';
