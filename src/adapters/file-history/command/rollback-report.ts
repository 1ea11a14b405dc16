import type { RollbackDone, RollbackFailure } from '../../../core/ports/snapshots';
import { errnoFailure } from '../../files/errno-failure';
import { RestoreRefused } from '../restore/restore';
import type { RestoreResult } from './commit-rollback';
import { ScanStopped } from './scan-tree';
import { errnoOf } from '../../system/errno';

/** Context for the wording of results. */
export interface ReportContext {
  /** Formats a path for display. */
  readonly show: (path: string) => string;
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
}

/** The result of a rollback as text. `uncovered`: absolute paths without copies. */
export function rollbackResult(
  end: RestoreResult,
  uncovered: readonly string[],
  wording: ReportContext,
): RollbackDone {
  const shown = (paths: readonly string[]): readonly string[] => paths.map(wording.show).sort();
  const report = { restored: shown(end.restored), removed: shown(end.removed) };
  const left = shown(end.leftovers);
  if (end.state === 'done') {
    const notes = [
      ...list('Not undone because it is not copied', shown(uncovered)),
      ...list('These temporary files could not be removed', left),
      ...(end.isFlushed ? [] : ['The disk did not confirm the write, so a crash may lose it.']),
    ];
    return { state: 'rolled-back', report, notes };
  }
  const cause = rollbackReason(end.cause?.error, wording);
  if (end.state === 'refused') {
    const sentences = [`Nothing was undone (${cause}).`, ...list('Left behind', left)];
    return rollbackNotBegun(sentences.join(' '));
  }
  const sentences = [
    `The rollback failed partway (${cause}).`,
    ...list('Restored', report.restored),
    ...list('Removed', report.removed),
    ...list('Not undone', shown(end.missed)),
    ...list('Left behind', left),
  ];
  return { state: 'failed', message: sentences.join(' '), isHard: true, report };
}

/** A rollback that did not start: nothing has changed. */
export function rollbackNotBegun(message: string): { readonly state: 'failed' } & RollbackFailure {
  const report = { restored: [], removed: [] };
  return { state: 'failed', message, isHard: false, report };
}

/** Explains an error without an absolute path. */
export function rollbackReason(error: unknown, { show, report }: ReportContext): string {
  if (error instanceof RestoreRefused) return error.message;
  if (error instanceof ScanStopped) return error.failure.message;
  if (errnoOf(error) !== '') return errnoFailure(error, show(pathOf(error))).message;
  report(error);
  return 'an unexpected error occurred; see the Gatehouse log';
}

function pathOf(error: unknown): string {
  const hasPath = error instanceof Error && 'path' in error && typeof error.path === 'string';
  return hasPath ? String(error.path) : 'the disk';
}

function list(title: string, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`${title}: ${paths.join(', ')}.`];
}
