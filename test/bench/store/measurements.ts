/** What `measure.mjs` can measure, by the name of the function. */
export { measureAppends } from './append';
export { leaveStore, measureCheckpoint } from './checkpoint';
export { measureDepths } from './depth';
export { leaveJournal, measureStart } from './start';
