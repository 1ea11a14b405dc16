// @ts-check
/**
 * An error that is thrown after its test ends the process in which the next file is about to run, and
 * Mocha reports only that file. The summary of `npm test` therefore names the error itself.
 */
const { appendFileSync } = require('node:fs');

process.on('uncaughtExceptionMonitor', (error) => {
  const target = process.env['GATEHOUSE_REPORT'];
  // While a test runs, Mocha listens and reports the error.
  if (target === undefined || process.listenerCount('uncaughtException') > 0) return;
  const lines = String(error?.stack ?? error).split('\n', 6);
  const failure = {
    file: 'an earlier file',
    title: 'An error after the end of its test',
    error: lines.map((line) => line.trim()).join(' '),
  };
  appendFileSync(target, `${JSON.stringify({ passed: 0, failures: [failure], ms: {} })}\n`);
});
