import type {
  ShellPart,
  ShellAnalysis,
  ShellWord,
} from '../../../src/core/contracts/calls/shell-analysis';
import type { ShellReader } from '../../../src/core/ports/shell';

/** A part of plain words, overridden by the test. */
export function shellPart(text: string, more: Partial<ShellPart> = {}): ShellPart {
  const words: readonly ShellWord[] = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ text: word, known: true }));
  return {
    words,
    raw: text,
    forms: [],
    role: 'decides',
    hazards: [],
    paths: [],
    writes: false,
    ...more,
  };
}

/** Reads commands of plain words joined by operators like the grammar; nothing else. */
export function plainReading(text: string): ShellAnalysis {
  const parts = text
    .split(/&&|\|\||[;|&\n]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .map((piece) => shellPart(piece));
  return { text, state: 'read', doubts: [], blocked: [], parts };
}

/** Reads plain words only; for tests that are not about reading. */
export const plainReader: ShellReader = {
  read: (command) => Promise.resolve(plainReading(command)),
};
