import type { BlockedConstruct } from '../contracts/shell-reading';

const maxShown = 80;

/** What is refused whatever the rules say, with what to write instead (000; DESIGN decision 11). */
export function blockedConstruct(
  kind: 'command' | 'process' | 'here-string',
  written: string,
): BlockedConstruct {
  const text = written.length > maxShown ? `${written.slice(0, maxShown - 1)}…` : written;
  return { kind: kind === 'here-string' ? kind : 'substitution', text, reason: reasons[kind] };
}

const reasons = {
  command:
    'Command substitution runs one command inside another. Run the inner command first and write ' +
    'its output into the next one. For a commit message use several -m, or "git commit -F -" with ' +
    "a here-document whose mark is quoted (<<'EOF').",
  process:
    'Process substitution runs a command as if it were a file. Write the output of the inner ' +
    'command into a file first, or use a pipe.',
  'here-string':
    'A here-string hands computed text to a command. Use a pipe, as in ' +
    "printf '%s\\n' 'text' | command, or a here-document whose mark is quoted (<<'EOF').",
} as const;
