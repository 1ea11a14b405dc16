// @ts-check
/**
 * Runs one extension test suite in desktop VS Code, in a separate process, so that run-suite.mjs
 * can end it with all its children. Its argument is the JSON of runTests' options.
 */
import { runTests } from '@vscode/test-electron';

process.exitCode = await runTests(JSON.parse(process.argv[2] ?? '{}')).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
