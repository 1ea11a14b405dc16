import { say } from '../../../core/base/sentence';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { escapeControlInJson } from '../../../core/base/escape-control';
import type { AuditFilter } from '../../../core/contracts/audit/entry';
import type { AuditForm } from '../../../core/contracts/audit/page';
import { type Result, failure, fail } from '../../../core/contracts/failure';
import type { AuditQuery, AuditTrail } from '../../../core/ports/audit-log';
import {
  notify,
  notifyError,
  offer,
  openFile,
  withProgress,
  type ReportProgress,
} from '../../window/notify';
import type { AuditActions } from './browser';
import { exportAudit, type AuditFormat, sealedEntry, writeWhole } from './export';
import type { ShowText } from '../../window/show-text';
import { verifyReport } from './verify-report';
import { shownWithAdvice, shownCount, shownFailure, t } from '../../window/language';

export interface AuditActionDeps {
  readonly query: AuditQuery;
  readonly trail: AuditTrail;
  readonly folder: () => string;
  readonly now: () => number;
  /** Opens the chat of a call and shows its card; false when that chat no longer exists. */
  readonly showCall: (call: {
    readonly session: string;
    readonly toolCallId: string;
  }) => Promise<boolean>;
  readonly showText: ShowText;
}

export function auditActions(deps: AuditActionDeps): AuditActions {
  return {
    exportRows: (filter, order) => saveAudit(deps, filter, order),
    verify: () => verifyAudit(deps),
    async copy(row) {
      const json = JSON.stringify(sealedEntry(row), null, 2);
      await vscode.env.clipboard.writeText(escapeControlInJson(json));
    },
    async showCard({ session, tool_call_id: toolCallId }) {
      if (await deps.showCall({ session, toolCallId })) return;
      notify(t('the chat that made this call was deleted. Its entry in the audit log stays.'));
    },
  };
}

async function saveAudit(
  { query, folder }: AuditActionDeps,
  filter: AuditFilter,
  order: AuditForm['order'],
): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    title: t('Export Audit Log'),
    saveLabel: t('Export'),
    defaultUri: vscode.Uri.file(path.join(folder(), 'gatehouse-audit.jsonl')),
    filters: { 'JSON Lines': ['jsonl'], CSV: ['csv'] },
  });
  if (target === undefined) return;
  const format: AuditFormat = /\.csv$/i.test(target.path) ? 'csv' : 'jsonl';
  const saved = await withReportedFailure(t('exporting the audit log'), (signal, report) =>
    writeTo(target, (file) =>
      writeWhole(file, (write) =>
        exportAudit({
          query,
          filter,
          order,
          format,
          signal,
          write,
          onProgress: (rows) => report({ message: rowsText(rows) }),
        }),
      ),
    ),
  );
  await reportSaved(saved, target);
}

/** A folder of another file system receives the file once it is complete. */
async function writeTo<T>(
  target: vscode.Uri,
  write: (file: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (target.scheme === 'file') return write(target.fsPath);
  const file = path.join(tmpdir(), `gatehouse-audit-${randomUUID()}`);
  try {
    const written = await write(file);
    if (written.ok) {
      await vscode.workspace.fs.copy(vscode.Uri.file(file), target, { overwrite: true });
    }
    return written;
  } finally {
    await rm(file, { force: true });
  }
}

function rowsText(count: number): string {
  return count === 1 ? t('1 row') : t('{0} rows', shownCount(count));
}

async function reportSaved(saved: Result<number>, target: vscode.Uri): Promise<void> {
  if (!saved.ok) {
    // The user has cancelled it: no message needed.
    if (saved.failure.errorCode === 'cancelled') return;
    notifyError(
      t(
        'the audit log was not exported: {0} Choose another place and export it again.',
        shownFailure(saved.failure),
      ),
    );
    return;
  }
  const text = t('exported {0} to {1}.', rowsText(saved.value), path.basename(target.path));
  await offer('Information', text, openFile(target));
}

async function verifyAudit({ trail, showText, now }: AuditActionDeps): Promise<void> {
  const verdict = await withReportedFailure(t('verifying the audit log'), (signal, report) => {
    let shown = 0;
    return trail.verify({
      signal,
      onProgress: (done) => {
        const percent = Math.floor(done * 100);
        if (percent <= shown) return;
        report({ increment: percent - shown, message: `${String(percent)}%` });
        shown = percent;
      },
    });
  });
  if (verdict.ok) {
    await showText(t('Audit Log Verification'), verifyReport(verdict.value, utc(now())));
    return;
  }
  // The user has cancelled it: no message needed.
  if (verdict.failure.errorCode === 'cancelled') return;
  const { failure } = verdict;
  notifyError(t('the audit log was not verified: {0}', shownWithAdvice(failure)));
}

/** `2026-01-02 03:04:05 UTC` */
function utc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Long work with progress; exceptions become failures. */
function withReportedFailure<T>(
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<Result<T>>,
): Promise<Result<T>> {
  return withProgress(title, work).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(failure('execution', say`${reason}.`));
  });
}
