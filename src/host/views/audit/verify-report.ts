import { escapeControl } from '../../../core/base/escape-control';
import {
  isTampering,
  type AuditFinding,
  type AuditFindingKind,
  type AuditVerdict,
} from '../../../core/contracts/audit/entry';
import { shown, shownCount, t } from '../../window/language';

/** The result of a verification: the verdict first, then each finding, then its limits. */
export function verifyReport(verdict: AuditVerdict, at: string): string {
  return [
    headline(verdict),
    '',
    t('Verified {0}: {1}.', at, scope(verdict)),
    ...verdict.findings.flatMap(findingLines),
    '',
    t('What this cannot prove'),
    ...limits(verdict).map((text) => `- ${text}`),
    '',
  ].join('\n');
}

function headline(verdict: AuditVerdict): string {
  const { findings, entries } = verdict;
  const has = (wanted: AuditFindingKind) => findings.some(({ kind }) => kind === wanted);
  if (findings.some(({ kind }) => isTampering(kind))) {
    return findings.length === 1
      ? t('The log does NOT match what was written: 1 finding in {0}.', scope(verdict))
      : t(
          'The log does NOT match what was written: {0} findings in {1}.',
          shownCount(findings.length),
          scope(verdict),
        );
  }
  if (has('unsealed')) {
    return t(
      'The log is consistent, but nothing proves that it is unchanged: {0}.',
      scope(verdict),
    );
  }
  if (has('unproven')) {
    return t(
      'The sealed part of the log is unchanged; entries after a crash are not proven: {0}.',
      scope(verdict),
    );
  }
  if (findings.length > 0) {
    return t(
      'The log is unchanged, apart from an unfinished line left by a crash: {0}.',
      scope(verdict),
    );
  }
  if (entries === 0) return t('The log is empty: there is nothing to verify.');
  return t('The log is unchanged: {0}.', scope(verdict));
}

function scope({ entries, writers, files }: AuditVerdict): string {
  return t(
    '{0} of {1} in {2}',
    entries === 1 ? t('1 entry') : t('{0} entries', shownCount(entries)),
    writers === 1 ? t('1 writer') : t('{0} writers', shownCount(writers)),
    files === 1 ? t('1 file') : t('{0} files', shownCount(files)),
  );
}

const titles = (): Readonly<Record<AuditFindingKind, string>> => ({
  altered: t('Altered line'),
  removed_head: t('Removed beginning'),
  removed_tail: t('Removed end'),
  recomputed: t('Rewritten chain'),
  missing_file: t('Missing file'),
  missing_log: t('Missing log'),
  missing_seal: t('Missing seal'),
  older_seal: t('Older seal'),
  foreign_seal: t('Seal of another log'),
  added: t('Added entries'),
  torn: t('Unfinished line'),
  unproven: t('Unproven after a crash'),
  unsealed: t('No seal'),
});

function findingLines(finding: AuditFinding, at: number): readonly string[] {
  const { kind, file, line, text } = finding;
  const place = line === undefined ? file : t('{0}, line {1}', file, shownCount(line));
  return [
    '',
    `${String(at + 1)}. ${titles()[kind]}: ${escapeControl(place)}`,
    ...escapeControl(shown(text))
      .split('\n')
      .map((each) => `   ${each}`),
  ];
}

function limits({ unsealed }: AuditVerdict): readonly string[] {
  const open =
    unsealed === 0
      ? []
      : [
          unsealed === 1
            ? t(
                '1 entry after the last seal: their order is proven, their number is not. Removing the last of them would leave no trace.',
              )
            : t(
                '{0} entries after the last seal: their order is proven, their number is not. Removing the last of them would leave no trace.',
                shownCount(unsealed),
              ),
        ];
  return [
    ...open,
    t(
      'That no one with your rights on this computer forged the log: anyone who can read the key in the secret storage of VS Code can seal anything.',
    ),
    t(
      'That an entry was true: it proves only that the entry was not changed after it was written.',
    ),
    t(
      'Entries that retention removed (gatehouse.audit.retentionDays), and files that were exported or copied elsewhere.',
    ),
  ];
}
