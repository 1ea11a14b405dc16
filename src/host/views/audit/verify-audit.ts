import * as vscode from 'vscode';
import type { AuditTrail } from '../../../core/ports/audit-log';
import { neutralToastText } from '../../approvals/present';
import type { ShowText } from '../../show-text';
import { verifyReport } from './verify-report';
import { withProgress } from './with-progress';

export interface VerifyAuditDeps {
  readonly trail: AuditTrail;
  readonly showText: ShowText;
  readonly now: () => number;
}

/** Reads the whole log and shows a report (`Gatehouse: Verify Audit Log`). */
export async function verifyAudit({ trail, showText, now }: VerifyAuditDeps): Promise<void> {
  const verdict = await withProgress('Verifying the audit log', (signal, report) => {
    let shown = 0;
    return trail.verify({
      signal,
      onProgress: (done) => {
        const percent = Math.floor(done * 100);
        if (percent <= shown) return;
        report({ increment: percent - shown, message: `${String(percent)} %` });
        shown = percent;
      },
    });
  });
  if (verdict.ok) {
    await showText('Audit Log Verification', verifyReport(verdict.value, utc(now())));
    return;
  }
  // The person has cancelled it, and knows.
  if (verdict.failure.errorCode === 'cancelled') return;
  const { message, suggestion } = verdict.failure;
  void vscode.window.showErrorMessage(
    neutralToastText(`Gatehouse: the audit log was not verified: ${message} ${suggestion}`),
  );
}

/** `2026-01-02 03:04:05 UTC` */
function utc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
