import { cutEnd, splitLines } from '../../base/text-lines';
import { classifyShell } from '../../contracts/classify-cause';
import { failure, type Failure } from '../../contracts/failure';
import type { TerminalExit } from '../../ports/terminals';

const shownLines = 3;
const shownChars = 200;

/**
 * The failure that the ending of a command means (000 ToolError::Shell, DESIGN decision 17).
 * Undefined when the command merely failed, which is an answer like any other.
 */
export function exitFailure(exit: TerminalExit, stderr: string): Failure | undefined {
  const { exitCode, signal } = exit;
  const category = classifyShell({ exitCode, signal, stderr });
  if (category === undefined) return undefined;
  const { text, suggestion } = describeExit(exit);
  return failure('execution', `${text}${firstLines(stderr)}`, {
    category,
    ...(suggestion !== undefined && { suggestion }),
  });
}

interface ExitText {
  readonly text: string;
  readonly suggestion?: string;
}

function describeExit({ exitCode, signal }: TerminalExit): ExitText {
  if (exitCode === 126) {
    return { text: 'The command was found but must not be executed (exit code 126)' };
  }
  if (exitCode === 127) {
    return {
      text: 'The command was not found (exit code 127)',
      suggestion: 'Check the name, install the program, or use another one.',
    };
  }
  const how = signal === undefined ? 'failed with' : `was ended by ${signal},`;
  return { text: `The command ${how} exit code ${String(exitCode)}` };
}

function firstLines(stderr: string): string {
  const lines = splitLines(stderr)
    .filter((line) => line.trim() !== '')
    .slice(0, shownLines)
    .map((line) => cutEnd(line, shownChars));
  return lines.length === 0 ? '.' : `: ${lines.join(' | ')}`;
}
