import { cutEnd, splitLines } from '../../base/text-lines';
import { failure, type Failure } from '../../contracts/failure';

const shownLines = 3;
const shownChars = 200;

/**
 * The failure that an exit code or its error text means (000 ToolError::Shell, DESIGN decision 17):
 * 126 policy_blocked, 127 and missing or forbidden files permanent_failure. Undefined when the
 * command merely failed, which is an answer like any other.
 */
export function exitFailure(exitCode: number, stderr: string): Failure | undefined {
  if (exitCode === 0) return undefined;
  const because = firstLines(stderr);
  if (exitCode === 126) {
    const message = `The command was found but must not be executed (exit code 126)${because}`;
    return failure('execution', message, { category: 'policy_blocked' });
  }
  if (exitCode === 127) {
    return failure('execution', `The command was not found (exit code 127)${because}`, {
      suggestion: 'Check the name, install the program, or use another one.',
    });
  }
  if (!/permission denied|no such file or directory/i.test(stderr)) return undefined;
  return failure('execution', `The command failed with exit code ${String(exitCode)}${because}`);
}

function firstLines(stderr: string): string {
  const lines = splitLines(stderr)
    .filter((line) => line.trim() !== '')
    .slice(0, shownLines)
    .map((line) => cutEnd(line, shownChars));
  return lines.length === 0 ? '.' : `: ${lines.join(' | ')}`;
}
