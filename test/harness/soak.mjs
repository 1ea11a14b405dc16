// @ts-check
/** `npm run soak`: the steps of `npm test` with full counts, and the tests of the benchmarks. */
import process from 'node:process';

process.env['GATEHOUSE_SOAK'] = '1';
await import('./test.mjs');
