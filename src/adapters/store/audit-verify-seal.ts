import type { AuditSeal } from './audit-seal';
import type { ChainState } from './audit-verify-state';
import { altered, findingTexts } from './audit-verify-line';

/** Checks the end of a chain against the seal; `file` is the one that is being written. */
export function checkSealedEnd(state: ChainState, file: string): void {
  const { seal, last } = state;
  if (seal === undefined) return;
  const end = last?.seq ?? 0;
  if (end >= seal.last.seq) {
    checkSealedLine(state, seal.last, file);
    return;
  }
  const place = { file: last?.file ?? file, line: (last?.line ?? 0) + 1 };
  state.tell({ kind: 'removed_tail', ...place, text: findingTexts.removedTail(end, seal.last.seq) });
}

/**
 * A sealed line that is another one than it was: it alone was changed when the line before it is
 * right, else all of them were computed anew.
 */
function checkSealedLine(state: ChainState, sealed: AuditSeal['last'], file: string): void {
  const { sealed: at, beforeSealed, findings, tell } = state;
  if (at?.digest === sealed.digest) return;
  // A line that is told as changed or out of order explains it.
  if (at === undefined ? findings > 0 : at.isTold) return;
  if (at !== undefined && beforeSealed?.digest === sealed.prev) {
    tell(altered(at, findingTexts.sealedLine));
    return;
  }
  const place = at === undefined ? { file } : { file: at.file, line: at.line };
  tell({ kind: 'recomputed', ...place, text: findingTexts.recomputed(sealed.seq) });
}
