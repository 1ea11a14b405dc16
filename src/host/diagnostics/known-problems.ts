import * as path from 'node:path';
import { escapeControlInline } from '../../core/base/escape-control';
import { redactText } from '../../core/base/redact/redact';
import type { KnownProblems, ListedProblem } from '../../core/ports/diagnostics';
import type { Files } from '../../core/ports/files';
import type { EditorProblems } from './editor-diagnostics';

/**
 * Remembers the problems that the editor shows. They are compared later without their position,
 * which a change moves; one that occurs more often than before is new.
 */
export function rememberProblems(
  problems: Pick<EditorProblems, 'all'>,
  files: Pick<Files, 'resolve'>,
): KnownProblems {
  const known = problems.all();
  return {
    newOf: async (found) => {
      const names = new Set(found.map(({ file }) => path.basename(file)));
      const counts = new Map<string, number>();
      for (const { path: shown, problems: own } of known) {
        const place = names.has(path.basename(shown)) ? await files.resolve(shown) : undefined;
        if (place?.ok !== true) continue;
        for (const each of own) {
          const key = keyOf({ ...each, file: place.value.real });
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
      return found.filter((problem) => {
        const left = counts.get(keyOf(problem)) ?? 0;
        counts.set(keyOf(problem), left - 1);
        return left <= 0;
      });
    },
  };
}

/** Results of calls are redacted, on one line and cut. */
const comparedChars = 500;

function keyOf({ file, severity, code, message }: ListedProblem): string {
  const plain = escapeControlInline(redactText(message).text.replace(/\s*\n\s*/g, ' '));
  return JSON.stringify([file, severity, code, plain.slice(0, comparedChars)]);
}
