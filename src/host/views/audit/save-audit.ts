import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { AuditFilter } from '../../../core/contracts/audit-trail';
import type { AuditForm } from '../../../core/contracts/audit-view';
import type { Result } from '../../../core/contracts/result';
import type { AuditQuery } from '../../../core/ports/audit-log';
import { neutralToastText } from '../../approvals/present';
import { exportAudit, type AuditFormat } from './audit-export';
import { number } from './audit-walk';
import { writeWhole } from './export-file';
import { withProgress } from './with-progress';

export interface SaveAuditDeps {
  readonly query: AuditQuery;
  /** Where the dialog begins. */
  readonly folder: () => string;
}

/** Writes every row that matches to a file that the person chooses. */
export async function saveAudit(
  { query, folder }: SaveAuditDeps,
  filter: AuditFilter,
  order: AuditForm['order'],
): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    title: 'Export Audit Log',
    saveLabel: 'Export',
    defaultUri: vscode.Uri.file(path.join(folder(), 'gatehouse-audit.jsonl')),
    filters: { 'JSON Lines': ['jsonl'], CSV: ['csv'] },
  });
  if (target === undefined) return;
  const format: AuditFormat = /\.csv$/i.test(target.path) ? 'csv' : 'jsonl';
  const saved = await withProgress('Exporting the audit log', (signal, report) =>
    writeTo(target, (file) =>
      writeWhole(file, (write) =>
        exportAudit({
          query,
          filter,
          order,
          format,
          signal,
          write,
          onProgress: (rows) => report({ message: `${number(rows)} rows` }),
        }),
      ),
    ),
  );
  await reportSaved(saved, target);
}

/** A folder of another file system gets the file once it is whole. */
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

async function reportSaved(saved: Result<number>, target: vscode.Uri): Promise<void> {
  if (!saved.ok) {
    // The person has cancelled it, and knows.
    if (saved.failure.errorCode === 'cancelled') return;
    void vscode.window.showErrorMessage(
      neutralToastText(
        `Gatehouse: the audit log was not exported: ${saved.failure.message} Choose another place and export it again.`,
      ),
    );
    return;
  }
  const open = 'Open File';
  const count = saved.value === 1 ? '1 row' : `${number(saved.value)} rows`;
  const chosen = await vscode.window.showInformationMessage(
    neutralToastText(`Gatehouse: exported ${count} to ${path.basename(target.path)}.`),
    open,
  );
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
}
