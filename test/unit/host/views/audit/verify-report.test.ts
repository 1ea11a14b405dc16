import { asIs, say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import {
  auditFindingKinds,
  isTampering,
  type AuditFinding,
  type AuditVerdict,
} from '../../../../../src/core/contracts/audit/entry';
import { verifyReport } from '../../../../../src/host/views/audit/verify-report';

const at = '2026-01-02 03:04:05 UTC';

function report(more: Partial<AuditVerdict>): string {
  const whole = { entries: 12_345, files: 3, writers: 2, unsealed: 0, findings: [] };
  return verifyReport({ ...whole, ...more }, at);
}

function firstLine(more: Partial<AuditVerdict>): string | undefined {
  return report(more).split('\n')[0];
}

function finding(kind: AuditFinding['kind']): AuditFinding {
  return { kind, file: 'audit.jsonl', text: say`Something.` };
}

describe('verifyReport', () => {
  it('says first that the log is unchanged, and for how many entries', () => {
    const scope = '12,345 entries of 2 writers in 3 files';
    assert.equal(firstLine({}), `The log is unchanged: ${scope}.`);
    assert.equal(
      firstLine({ entries: 1, writers: 1, files: 1 }),
      'The log is unchanged: 1 entry of 1 writer in 1 file.',
    );
    assert.equal(
      firstLine({ entries: 0, writers: 0, files: 0 }),
      'The log is empty: there is nothing to verify.',
    );
  });

  it('names each finding with its file, its line, what it means and what to do', () => {
    const text = report({
      findings: [
        {
          kind: 'altered',
          file: 'audit.jsonl',
          line: 12_001,
          text: asIs('The line was changed.\nCompare it with a backup.'),
        },
        { kind: 'missing_file', file: 'audit-2.jsonl', text: say`It is gone.` },
      ],
    });
    assert.match(text, /^The log does NOT match what was written: 2 findings in 12,345 entries/);
    assert.ok(
      text.includes(
        '1. Altered line: audit.jsonl, line 12,001\n   The line was changed.\n   Compare it with a backup.\n\n2. Missing file: audit-2.jsonl\n   It is gone.',
      ),
    );
  });

  it('distinguishes a crash and a missing seal from tampering', () => {
    const grave = auditFindingKinds.filter(isTampering);
    assert.equal(grave.length, auditFindingKinds.length - 3);
    for (const kind of grave) {
      const findings = [finding('torn'), finding(kind)];
      assert.match(firstLine({ findings }) ?? '', /does NOT match what was written/);
    }
    assert.match(
      firstLine({ findings: [finding('torn')] }) ?? '',
      /unchanged, apart from an unfinished line left by a crash/,
    );
    assert.match(
      firstLine({ findings: [finding('torn'), finding('unproven')] }) ?? '',
      /sealed part of the log is unchanged; entries after a crash are not proven/,
    );
    assert.match(
      firstLine({ findings: [finding('unproven'), finding('unsealed')] }) ?? '',
      /nothing proves that it is unchanged/,
    );
  });

  it('says what a verification cannot prove', () => {
    const text = report({ unsealed: 3 });
    assert.match(text, /What this cannot prove\n- 3 entries after the last seal/);
    assert.doesNotMatch(report({}), /behind the last seal/);
    assert.match(report({}), /secret storage/);
  });

  it('shows no unseen character of a file name', () => {
    const text = report({
      findings: [{ kind: 'torn', file: 'a\u202eb\u0007', text: asIs('\u001b[2J') }],
    });
    assert.ok(text.includes('a\\u202eb') && !text.includes('\u001b'));
  });
});
