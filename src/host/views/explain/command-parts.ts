import type { JudgedPart } from '../../../core/contracts/shell-reading';
import { answers } from './checks';
import { hang } from './page-text';

interface WithParts {
  readonly parts?: readonly JudgedPart[];
}

/** The parse of a command: each sub-command, what was answered of it, by which rule, its hazards. */
export function commandPartLines(steps: readonly WithParts[]): readonly string[] {
  const parts = steps.find((step) => step.parts !== undefined)?.parts ?? [];
  const numberWidth = String(parts.length).length;
  const answerWidth = Math.max(...Object.values(answers).map((answer) => answer.length));
  return parts.flatMap(({ text, verdict, reason, hazards }, at) => {
    const number = String(at + 1).padStart(numberWidth);
    const head = `  ${number}  ${answers[verdict].padEnd(answerWidth)}  `;
    const below = ' '.repeat(head.length);
    return [
      ...hang(head, text),
      ...hang(below, reason),
      ...hazards.flatMap((hazard) => hang(below, `hazard: ${hazard}`)),
    ];
  });
}
