// @ts-check
/** Mocha's reporter "spec", which also writes the files with failures, as JSON, to GATEHOUSE_FAILED_FILES. */
const { writeFileSync } = require('node:fs');
const { Spec } = require('mocha').reporters;

class FailedFiles extends Spec {
  /**
   * @param {import('mocha').Runner} runner
   * @param {import('mocha').MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    /** @type {Set<string | undefined>} */
    const files = new Set();
    runner.on('fail', ({ file }) => files.add(file));
    runner.on('end', () => {
      writeFileSync(process.env['GATEHOUSE_FAILED_FILES'] ?? '', JSON.stringify([...files]));
    });
  }
}

module.exports = FailedFiles;
