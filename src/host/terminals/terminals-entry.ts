/** What runs commands: a bundle of its own, loaded with the first of them (DESIGN section 8). */
export { createTerminals } from './create-terminals';
export { recoverAtStart } from './recovered-commands';
