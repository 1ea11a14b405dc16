import type { DiagnosticItem, DiagnosticsReport } from '../../core/ports/diagnostics';

const ranks: Readonly<Record<DiagnosticItem['severity'], number>> = {
  error: 0,
  warning: 1,
  information: 2,
  hint: 3,
};

/** Sorted by severity, file and position, without duplicates; `total` counts all of them. */
export function worstFirst(
  found: readonly DiagnosticItem[],
  max: number,
): Pick<DiagnosticsReport, 'items' | 'total'> {
  const distinct = [...new Map(found.map((item) => [identityOf(item), item])).values()];
  const sorted = distinct.sort(
    (a, b) =>
      ranks[a.severity] - ranks[b.severity] ||
      compareText(a.file, b.file) ||
      a.line - b.line ||
      a.col - b.col ||
      compareText(a.message, b.message),
  );
  return { items: sorted.slice(0, max), total: sorted.length };
}

/** Identifies duplicates: the compiler may report a problem once for each build target. */
function identityOf({ severity, message, file, line, col, source }: DiagnosticItem): string {
  return JSON.stringify([severity, message, file, line, col, source]);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
