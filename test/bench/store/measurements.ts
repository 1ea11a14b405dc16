/** What `measure.mjs` can measure, by the name of the function. */
export { measureAppends } from './append';
export { leaveStore, measureCheckpoint, measureIdle } from './checkpoint';
export { measureDepths } from './depth';
export { measureWrites } from './write';
export { leaveJournal, measureStart } from './start';
