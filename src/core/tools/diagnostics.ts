import { say } from '../base/sentence';
import * as z from 'zod';
import { optional } from '../contracts/schema-parts';
import { escapeControlInline } from '../base/escape-control';
import { defineTool } from '../contracts/tools/define-tool';
import { fail, failure, succeed } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';
import type { DiagnosticItem } from '../ports/diagnostics';
import { shownPath } from './files/shown-path';
import { counted } from '../base/wording';

/** A problem in the result (003-diagnostics-1); `file` is a path for the model's next call. */
const problemSchema = z.object({
  severity: z.enum(['error', 'warning', 'information', 'hint']),
  message: z.string(),
  file: z.string(),
  real_path: z.string(),
  line: z.int(),
  col: z.int(),
  source: z.string().exactOptional(),
  code: z.string().exactOptional(),
});
type Problem = z.infer<typeof problemSchema>;

/** Counts first, then problems by file, then what was cut or is missing. */
function describeProblems(
  items: readonly Problem[],
  total: number,
  warnings: readonly string[],
): string {
  const cut =
    total > items.length
      ? [
          `Only the worst ${String(items.length)} of ${String(total)} problems are listed. To see more, give a path or a larger max_diagnostics.`,
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
    return count === 0 ? [] : [counted(count, severity, plurals[severity])];
  });
  return `${counts.join(', ')}:`;
}

const plurals: Partial<Record<Problem['severity'], string>> = { information: 'information' };

/** Groups sorted problems by file, keeping the worst first. */
function byFile(items: readonly Problem[]): readonly Problem[] {
  const files = new Map<string, Problem[]>();
  for (const item of items) files.set(item.file, [...(files.get(item.file) ?? []), item]);
  return [...files.values()].flat();
}

function describeProblem({ file, line, col, severity, source, code, message }: Problem): string {
  const rule = code === undefined ? '' : `(${code})`;
  const origin = source === undefined && code === undefined ? '' : ` ${source ?? ''}${rule}`;
  return `${file}:${String(line)}:${String(col)} ${severity}${origin}: ${message}`;
}

const maxDiagnostics = 1000;
const maxLocations = 20;

const input = z.strictObject({
  kind: optional(
    z.enum(['check', 'clippy']),
    'Omit for the problems VS Code shows, in any language. "check" or "clippy" runs cargo on a Rust project; "clippy" adds lints.',
  ),
  path: optional(
    z.string().min(1),
    'Only the problems of this file or folder. Default: the whole workspace.',
  ),
  files: optional(
    z.array(z.string().min(1)).min(1).max(100),
    'Only the problems of these files. In place of path, and without kind.',
  ),
  max_diagnostics: optional(
    z.int().min(1).max(maxDiagnostics),
    'Maximum number of problems to return, worst first. Default 50, unless the user set another.',
  ),
});
type Input = z.infer<typeof input>;

const output = z.object({
  items: z.array(problemSchema),
  total: z.int(),
  errors: z.int(),
  warnings: z.array(z.string()),
  truncated: z.boolean(),
});

/** Problems in the code, from the editor or cargo (003-diagnostics-1, decision 33). */
export default defineTool<Capabilities>()({
  name: 'diagnostics',
  title: say`Get problems`,
  description:
    'Lists problems in the code: errors, warnings and hints, worst first, as "file:line:column severity source(code): message". Without kind: the problems VS Code shows, as reported by its language servers, mostly for open files; right after a change it waits briefly for them. With kind: runs cargo check or cargo clippy, which builds the project. Use it after changing code to check that it still compiles.',
  effect: 'read_only',
  kind: 'other',
  group: 'diagnostics',
  traits: ['reportsProblems'],
  input,
  output,
  redact: ['items', 'total', 'errors', 'warnings', 'truncated'],
  // The result changes with every keystroke, and cargo builds.
  cacheable: false,
  provenance: 'private',
  // A build runs code of the project (decision 33).
  effectOf: ({ kind }) => (kind === undefined ? 'read_only' : 'state_change'),
  needs: ['diagnostics', 'workspace'],
  // A build may take as long as a command.
  ownsTimeout: true,
  // Rules judge the command of a build; the port keeps its path inside the sandbox.
  subject: ({ kind, path = '.', files = [path] }) =>
    kind === undefined
      ? { text: files.join(' '), reads: files, writes: [] }
      : { text: `cargo ${kind}`, reads: [], writes: [] },
  label: labelOf,
  run: async (args, { signal }, { diagnostics, workspace }) => {
    const { kind, path, files, max_diagnostics: asked } = args;
    if (files !== undefined && (kind ?? path) !== undefined) return fail(filesAlone);
    const max = asked ?? diagnostics.defaultMax();
    const request = { path, max, signal, ...(files !== undefined && { files }) };
    const found =
      kind === undefined
        ? await diagnostics.ofEditor(request)
        : await diagnostics.ofCargo(kind, request);
    if (!found.ok) return found;
    const { items, total, warnings } = found.value;
    return succeed({
      items: items.map((item) => problemOf(item, shownPath(item.file, workspace))),
      total,
      errors: items.filter(({ severity }) => severity === 'error').length,
      warnings: [...warnings],
      truncated: total > items.length,
    });
  },
  toModel: ({ items = [], total = 0, warnings = [] }) => describeProblems(items, total, warnings),
  present: ({ items = [], truncated }) => ({
    locations: items
      .slice(0, maxLocations)
      .map(({ real_path, line }) => ({ path: real_path, line })),
    ...(truncated !== undefined && { truncated }),
  }),
});

const filesAlone = failure('validation', say`files: give it without path and kind.`);

function labelOf({ kind, path, files }: Input): string {
  if (kind !== undefined) return ['cargo', kind, ...(path === undefined ? [] : [path])].join(' ');
  const [first = path ?? '.', ...others] = files ?? [];
  return others.length === 0 ? first : `${first}, …`;
}

function problemOf(item: DiagnosticItem, shown: string): Problem {
  const { severity, message, file, line, col, source, code } = item;
  return {
    severity,
    message: escapeControlInline(message.replace(/\s*\n\s*/g, ' ')),
    file: shown,
    real_path: file,
    line,
    col,
    ...(source !== undefined && { source: escapeControlInline(source) }),
    ...(code !== undefined && { code: escapeControlInline(code) }),
  };
}
