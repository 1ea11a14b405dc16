/**
 * What the file tools do: a bundle of its own, loaded with the first of their calls. It imports no
 * zod (`test/arch/bundles.test.ts`).
 */
export { copyEntry } from './change-entries';
export { deleteEntry } from './change-entries';
export { editFile } from './edit-file';
export { moveEntry } from './change-entries';
export { readFile } from './read-file';
export { writeFile } from './write-file';
