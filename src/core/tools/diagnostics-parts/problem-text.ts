import * as z from 'zod';

/** A problem as the tool answers it (003); `file` is what the model may use in its next call. */
export const problemSchema = z.object({
  severity: z.enum(['error', 'warning', 'information', 'hint']),
  message: z.string(),
  file: z.string(),
  real_path: z.string(),
  line: z.int(),
  col: z.int(),
  source: z.string().exactOptional(),
  code: z.string().exactOptional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** One line a problem, file by file, under a line that counts them; then what was cut or is missing. */
export function describeProblems(
  items: readonly Problem[],
  total: number,
  warnings: readonly string[],
): string {
  const cut =
    total > items.length
      ? [
          `Only the worst ${String(items.length)} of ${String(total)} problems are listed. Give a path, or a larger max_diagnostics.`,
        ]
      : [];
  return [
    countLine(items, total),
    ...byFile(items).map(describeProblem),
    ...[...cut, ...warnings].map((note) => `[${note}]`),
  ].join('\n');
}

function countLine(items: readonly Problem[], total: number): string {
  if (total === 0) return 'No problems were reported.';
  const counts = (['error', 'warning', 'information', 'hint'] as const).flatMap((severity) => {
    const count = items.filter((item) => item.severity === severity).length;
    return count === 0 ? [] : [counted(count, severity)];
  });
  return `${counts.join(', ')}:`;
}

function counted(count: number, severity: Problem['severity']): string {
  const plural = count === 1 || severity === 'information' ? '' : 's';
  return `${String(count)} ${severity}${plural}`;
}

/** The file with the worst problem first; in each file its worst. Items come the worst first. */
function byFile(items: readonly Problem[]): readonly Problem[] {
  const files = new Map<string, Problem[]>();
  for (const item of items) files.set(item.file, [...(files.get(item.file) ?? []), item]);
  return [...files.values()].flat();
}

function describeProblem({ file, line, col, severity, source, code, message }: Problem): string {
  const rule = code === undefined ? '' : `(${code})`;
  const told = source === undefined && code === undefined ? '' : ` ${source ?? ''}${rule}`;
  return `${file}:${String(line)}:${String(col)} ${severity}${told}: ${message}`;
}
