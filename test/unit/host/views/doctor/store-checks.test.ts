import { say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { AuditFinding, AuditVerdict } from '../../../../../src/core/contracts/audit/entry';
import { failure, fail, succeed } from '../../../../../src/core/contracts/failure';
import type { StoreHealth } from '../../../../../src/core/contracts/store-health';
import { storeChecks, type StoreFacts } from '../../../../../src/host/views/doctor/store-checks';
import { healthy } from '../../../fakes/place-store';

const now = Date.UTC(2026, 0, 2);
const verdict: AuditVerdict = { entries: 3, files: 1, writers: 1, unsealed: 0, findings: [] };

function checksOf(health: Partial<StoreHealth> = {}, more: Partial<StoreFacts> = {}) {
  return storeChecks({
    health: succeed({ ...healthy, ...health }),
    verdict: succeed(verdict),
    now,
    maxBytes: 1024 * 1024 * 1024,
    ownPid: 42,
    ...more,
  });
}

function checkOf(name: string, ...facts: Parameters<typeof checksOf>) {
  const found = checksOf(...facts).find((check) => check.name === name);
  assert.ok(found, `no check is called ${name}`);
  return found;
}

const finding = (kind: AuditFinding['kind']): AuditFinding => {
  return { kind, file: 'audit.jsonl', line: 3, text: say`It is ${kind}.` };
};

describe('what the doctor says of the store', () => {
  it('finds nothing wrong with a healthy one, in plain words', () => {
    const checks = checksOf({
      database: { bytes: 40_960, savedAt: now - 7_200_000 },
      journal: { bytes: 2048, records: 12 },
      chats: { files: 3, bytes: 3 * 1024 * 1024 },
      audit: { files: 1, bytes: 4096, entries: 1234 },
      conversations: 5,
      outputs: 1,
    });
    assert.deepEqual(
      checks.map(({ name, level, text }) => `${name} ${level}: ${text}`),
      [
        'saved by ok: this window (process 42)',
        'database ok: 40 KB, saved 2 hours ago',
        'journal ok: 12 records, 2 KB',
        'stored ok: 5 chats, 1 full output; 3 files of 3 MB',
        'disk use ok: 3 MB of 1 GB',
        'audit log ok: 1,234 entries, 4 KB, unchanged, all sealed',
      ],
    );
    assert.ok(checks.every(({ remedy }) => remedy === undefined));
  });

  it('says when it was never saved, and when just now', () => {
    assert.match(checkOf('database').text, /not saved yet$/);
    const saved = { database: { bytes: 1, savedAt: now - 5 } };
    assert.match(checkOf('database', saved).text, /saved less than a minute ago$/);
  });

  it('names the window that writes, and how many there are', () => {
    const beside = checkOf('saved by', { lock: { windows: 3 } });
    assert.equal(beside.text, 'this window (process 42); 2 more windows, each with its own files');
    const second = checkOf('saved by', { role: 'second', lock: { ownerPid: 7, windows: 2 } });
    assert.match(second.text, /^process 7; this window has its own files/);
    assert.match(checkOf('saved by', { role: 'second' }).text, /^another window;/);
  });

  it('warns of what asks for something to be done, and says what', () => {
    const cases: readonly (readonly [string, Partial<StoreHealth>, RegExp])[] = [
      ['database', { readOnly: say`a newer version made it` }, /Update Gatehouse/],
      ['journal', { journal: { bytes: 65 * 1024 * 1024, records: 9 } }, /free disk space/],
      ['disk use', { audit: { files: 1, bytes: 1020 * 1024 * 1024, entries: 1 } }, /maxMegabytes/],
      ['torn end', { droppedBytes: 17 }, /No confirmed record is lost/],
      ['set aside', { setAside: ['gatehouse.db.aside-1'] }, /bug report/],
    ];
    for (const [name, health, remedy] of cases) {
      const check = checkOf(name, health);
      assert.equal(check.level, 'warning', name);
      assert.match(check.remedy ?? '', remedy);
    }
  });

  it('distinguishes a changed log from one torn by a crash', () => {
    const of = (...kinds: AuditFinding['kind'][]) =>
      checkOf('audit log', {}, { verdict: succeed({ ...verdict, findings: kinds.map(finding) }) });
    assert.deepEqual([of('torn').level, of('altered').level], ['warning', 'problem']);
    assert.match(of('altered', 'removed_tail').text, /It is altered\. and 1 more$/);
    assert.equal(of('altered').action?.command, 'gatehouse.verifyAuditLog');
  });

  it('says how much of the log no seal covers yet, and when it could not be verified', () => {
    const some = checkOf('audit log', {}, { verdict: succeed({ ...verdict, unsealed: 4 }) });
    assert.match(some.text, /the last 4 not sealed yet$/);
    const stopped = fail(failure('cancelled', 'stopped'));
    assert.equal(checkOf('audit log', {}, { verdict: stopped }).level, 'warning');
    const broken = checkOf('audit log', {}, { verdict: fail(failure('execution', 'No disk.')) });
    assert.deepEqual([broken.level, broken.text], ['problem', '0 entries, 0 bytes; No disk.']);
  });

  it('is one problem when the store does not answer', () => {
    const [check, ...more] = checksOf({}, { health: fail(failure('execution', 'Disk full.')) });
    assert.deepEqual([check?.level, check?.text, more], ['problem', 'Disk full.', []]);
  });
});
