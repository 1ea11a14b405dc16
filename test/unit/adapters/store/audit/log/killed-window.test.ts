import { asIs, inEnglish } from '../../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { auditEntry } from '../../../../fakes/audit-entry';
import {
  appendCalls,
  createTemporaryAudit,
  type TemporaryAudit,
} from '../../../../fakes/temporary-audit';

const file = 'audit.jsonl';
const seal = 'audit-heads.json';

describe('an audit log whose window was killed', () => {
  let log: TemporaryAudit;
  beforeEach(() => {
    log = createTemporaryAudit();
  });
  afterEach(() => log.dispose());

  const at = (ms: number) => ({
    ts: new Date(Date.parse('2026-01-02T03:04:05Z') + ms).toISOString(),
  });

  it('is unproven after the last seal, once: the next window says so and seals on', async () => {
    const audit = await log.open();
    await appendCalls(audit, 2);
    await audit.seal();
    for (const ms of [0, 700, 1400]) await audit.append(auditEntry(`call-${ms}`, at(ms)));
    await log.kill(audit);
    assert.deepEqual(await log.findings(), ['unproven']);
    const next = await log.open();
    await log.close(next);
    const { findings, unsealed } = await log.verify();
    assert.deepEqual([findings.length, findings[0]?.kind, unsealed], [1, 'unproven', 0]);
    assert.match(
      inEnglish(findings[0]?.text ?? asIs('')),
      /No seal covers the last 3 entries\. The window crashed/,
    );
  });

  it('is unproven, not altered, when its seals were late, as the log itself records', async () => {
    log.key.isLocked = true;
    const audit = await log.open();
    for (const ms of [0, 900, 60_000, 61_000]) await audit.append(auditEntry(`call-${ms}`, at(ms)));
    await log.kill(audit);
    log.key.isLocked = false;
    assert.match(log.lines(file)[2] ?? '', /"seal_late":"slow"}$/);
    assert.equal(log.lines(file).length, 5);
    assert.deepEqual(await log.findings(), ['unproven']);
  });

  it('is unproven, not altered, when further windows are killed before their first seal', async () => {
    for (const ms of [0, 60_000, 120_000]) {
      const audit = await log.open();
      await audit.append(auditEntry(`call-${ms}`, at(ms)));
      await audit.append(auditEntry(`next-${ms}`, at(ms + 10)));
      await log.kill(audit);
      assert.deepEqual(await log.findings(), ['unproven']);
    }
    assert.equal(log.lines(file).filter((line) => line.includes('"seal_late":"crash"')).length, 2);
  });

  it('records a late seal once, and again only after the next seal', async () => {
    const audit = await log.open();
    await audit.append(auditEntry('a', at(0)));
    await audit.append(auditEntry('b', at(5000)));
    await audit.append(auditEntry('c', at(9000)));
    await audit.seal();
    await audit.append(auditEntry('d', at(20_000)));
    await audit.append(auditEntry('e', at(21_000)));
    await audit.append(auditEntry('f', at(22_000)));
    await log.close(audit);
    const late = log.lines(file).map((line) => line.includes('seal_late'));
    assert.deepEqual(late, [false, true, false, false, false, false, true, false]);
    const { entries, findings } = await log.verify();
    assert.deepEqual([entries, findings], [6, []]);
  });

  it('is neither damaged nor tampered with when it is killed while it is erased', async () => {
    const first = await log.open();
    await appendCalls(first, 3);
    await log.close(first);
    const sealed = log.key.logs.get('main');
    assert.ok(sealed !== undefined);
    const whole = new Map([file, seal].map((name) => [name, log.read(name)]));
    log.key.logs.set('main', { ...sealed, isErasing: true });
    for (const gone of [[], [file], [seal], [file, seal]]) {
      for (const [name, bytes] of whole) log.write(name, bytes);
      for (const name of gone) log.remove(name);
      assert.deepEqual(await log.findings(), [], gone.join());
    }
    const next = await log.open();
    await appendCalls(next, 1, 9);
    await log.close(next);
    assert.deepEqual(await log.findings(), []);
  });

  it('is sealed within a second of an entry, also one that a crash left, and stored rarely', async () => {
    const killed = await log.open();
    await appendCalls(killed, 1);
    await log.kill(killed);
    const audit = await log.open();
    const stored: number[] = [];
    for (let second = 0; second < 25; second += 1) {
      await appendCalls(audit, 1, 10 + second);
      log.clock.advance(1000);
      await audit.seal();
      assert.equal((await log.verify()).unsealed, 0);
      stored.push(log.key.logs.get('main')?.number ?? 0);
    }
    await log.close(audit);
    assert.deepEqual([...new Set(stored)].length, 3);
    const [, last] = /"number": (\d+)/.exec(log.read(seal).toString()) ?? [];
    assert.equal(log.key.logs.get('main')?.number, Number(last));
  });
});
