// @ts-check
/**
 * Runs one extension test suite in desktop VS Code, as a process of its own: run-suite.mjs can then
 * end it with all that it has started. Its argument is the JSON of runTests' options.
 */
import { runTests } from '@vscode/test-electron';

process.exitCode = await runTests(JSON.parse(process.argv[2] ?? '{}')).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
