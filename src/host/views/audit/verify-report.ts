import { escapeControl } from '../../../core/base/escape-control';
import {
  isTampering,
  type AuditFinding,
  type AuditFindingKind,
  type AuditVerdict,
} from '../../../core/contracts/audit/entry';
import { counted, grouped } from '../../../core/base/wording';

/** The result of a verification: the verdict first, then each finding, then its limits. */
export function verifyReport(verdict: AuditVerdict, at: string): string {
  return [
    headline(verdict),
    '',
    `Verified ${at}: ${scope(verdict)}.`,
    ...verdict.findings.flatMap(findingLines),
    '',
    'What this cannot prove',
    ...limits(verdict).map((text) => `- ${text}`),
    '',
  ].join('\n');
}

function headline(verdict: AuditVerdict): string {
  const { findings, entries } = verdict;
  const has = (wanted: AuditFindingKind) => findings.some(({ kind }) => kind === wanted);
  if (findings.some(({ kind }) => isTampering(kind))) {
    return `The log does NOT match what was written: ${counted(findings.length, 'finding')} in ${scope(verdict)}.`;
  }
  if (has('unsealed')) {
    return `The log is consistent, but nothing proves that it is unchanged: ${scope(verdict)}.`;
  }
  if (has('unproven')) {
    return `The sealed part of the log is unchanged; entries after a crash are not proven: ${scope(verdict)}.`;
  }
  if (findings.length > 0) {
    return `The log is unchanged, apart from an unfinished line left by a crash: ${scope(verdict)}.`;
  }
  if (entries === 0) return 'The log is empty: there is nothing to verify.';
  return `The log is unchanged: ${scope(verdict)}.`;
}

function scope({ entries, writers, files }: AuditVerdict): string {
  const from = `${counted(writers, 'writer')} in ${counted(files, 'file')}`;
  return `${counted(entries, 'entry', 'entries')} of ${from}`;
}

const titles: Readonly<Record<AuditFindingKind, string>> = {
  altered: 'Altered line',
  removed_head: 'Removed beginning',
  removed_tail: 'Removed end',
  recomputed: 'Rewritten chain',
  missing_file: 'Missing file',
  missing_log: 'Missing log',
  missing_seal: 'Missing seal',
  older_seal: 'Older seal',
  foreign_seal: 'Seal of another log',
  added: 'Added entries',
  torn: 'Unfinished line',
  unproven: 'Unproven after a crash',
  unsealed: 'No seal',
};

function findingLines(finding: AuditFinding, at: number): readonly string[] {
  const { kind, file, line, text } = finding;
  const place = line === undefined ? file : `${file}, line ${grouped(line)}`;
  return [
    '',
    `${String(at + 1)}. ${titles[kind]}: ${escapeControl(place)}`,
    ...escapeControl(text)
      .split('\n')
      .map((each) => `   ${each}`),
  ];
}

function limits({ unsealed }: AuditVerdict): readonly string[] {
  const open =
    unsealed === 0
      ? []
      : [
          `${counted(unsealed, 'entry', 'entries')} after the last seal: their order is proven, their number is not. Removing the last of them would leave no trace.`,
        ];
  return [
    ...open,
    'That no one with your rights on this computer forged the log: anyone who can read the key in the secret storage of VS Code can seal anything.',
    'That an entry was true: it proves only that the entry was not changed after it was written.',
    'Entries that retention removed (gatehouse.audit.retentionDays), and files that were exported or copied elsewhere.',
  ];
}
