// @ts-check
/**
 * Property tests try the same inputs on every machine, so that a run says something of the change it
 * is run for, and a failure can be repeated. `GATEHOUSE_SEED=7 npm run unit` tries other inputs; what
 * it finds becomes a row of a table.
 */
const fc = require('fast-check');

fc.configureGlobal({ seed: Number(process.env.GATEHOUSE_SEED ?? 20261121) });
