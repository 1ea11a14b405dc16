/**
 * Words by which programs name a failure. Not those in the names of files and options (`error.o`,
 * `-Werror`, `no-error`), which say nothing.
 */
const failureWord =
  /(?<![\w/-])(?:errors?|fail(?:s|ed|ing|ures?)?|fatal|panic(?:s|ked|king)?|abort(?:s|ed|ing)?|killed|denied|refused|traceback|cannot|could not|unable to|undefined|unresolved|not found|no such|not ok|assert(?:ions?)?|segmentation fault|core dumped|warning:)(?![\w/-]|\.\w)/i;

/** Names of errors, however they are put together, and the forms in which tools begin such a line. */
const failureName =
  /(?:Error|Exception)\b|\b(?:panicked at|undefined reference|command not found|cannot find|not found:)|^\s*(?:error|fatal|ERROR|E|FAIL(?:ED)?|FAILURE|panic|npm error)\b(?:\[\w+\])?[:! ]|^\s*(?:npm ERR!|[✗✖×])/;

/** One of these is in each of them: trying for them costs least on the lines that say nothing. */
const diagnosticTrigger =
  /error|fail|fatal|panic|abort|killed|denied|refused|traceback|cannot|could not|unable to|undefined|unresolved|not found|no such|not ok|assert|segmentation|core dumped|warning:|exception|err!|^\s*(?:E[:! ]|[✗✖×])/i;

/** The numbers that a run ends with. */
const runSummary =
  /^\s*(?:test result: |Tests?:?\s.*\b\d+ (?:passed|total)|={2,} .*\b\d+ (?:passed|skipped)\b|ok\s+\S+\s+(?:\d|\()|\d+ passing\b|Found \d|Plan: |Apply complete!|BUILD SUCCESS|(?:\[INFO\] +)?Tests run: )/;

/** `file.ext:12`, `file.ext(12,5)` and `, line 12`. */
const sourceLocation = /\.[A-Za-z]{1,5}[:(]\d|, line \d/;

/** Names a failure or a place in a file, or says how a run ended. */
export function isDiagnostic(line: string): boolean {
  return sourceLocation.test(line) || namesFailure(line) || runSummary.test(line);
}

/** Names a failure and its place in a file. */
export function locatesFailure(line: string): boolean {
  return sourceLocation.test(line) && namesFailure(line);
}

function namesFailure(line: string): boolean {
  return diagnosticTrigger.test(line) && (failureWord.test(line) || failureName.test(line));
}
