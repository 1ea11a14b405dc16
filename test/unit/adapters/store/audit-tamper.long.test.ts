import assert from 'node:assert/strict';
import fc from 'fast-check';
import { after, before, describe, it } from 'mocha';
import {
  appendCalls,
  createTemporaryAudit,
  type TemporaryAudit,
} from '../../fakes/temporary-audit';
import { times } from '../../../soak';

/** A manipulation of the lines of one file; undefined if it changes nothing. */
type Tamper = (lines: readonly Buffer[], at: number, by: number) => readonly Buffer[];

const tampers: Readonly<Record<string, Tamper>> = {
  byte: (lines, at, by) =>
    lines.map((line, index) => {
      if (index !== at) return line;
      const copy = Buffer.from(line);
      const position = by % line.length;
      copy[position] = (copy[position] ?? 0) ^ (1 + (by % 255));
      return copy;
    }),
  removal: (lines, at) => lines.toSpliced(at, 1),
  copy: (lines, at, by) =>
    lines.toSpliced(by % (lines.length + 1), 0, lines[at] ?? Buffer.alloc(0)),
  swap: (lines, at, by) => {
    const other = by % lines.length;
    return lines
      .with(at, lines[other] ?? Buffer.alloc(0))
      .with(other, lines[at] ?? Buffer.alloc(0));
  },
  cut: (lines, at) => lines.slice(0, at),
};

/** Sizes to cut a file to: around each newline, and many in between. */
function cutsOf(whole: Buffer): readonly number[] {
  return [...whole.keys()].filter((size) => {
    const around = whole.subarray(Math.max(0, size - 2), size + 2);
    return size % 61 === 0 || around.includes(0x0a);
  });
}

describe('tampering with any line of the audit log', function () {
  this.timeout(600_000);
  let log: TemporaryAudit;
  let files: readonly string[];

  before(async () => {
    log = createTemporaryAudit();
    log.limits.maxFileBytes = 2000;
    const windows = [await log.open(), await log.open(), await log.open()];
    for (const [index, window] of windows.entries()) await appendCalls(window, 9 + 3 * index);
    for (const window of windows) await log.close(window);
    const again = await log.open();
    await appendCalls(again, 4, 100);
    await log.close(again);
    files = log.names().filter((name) => name.endsWith('.jsonl'));
    assert.ok(files.length > 6);
  });
  after(() => log.dispose());

  it('is found, and an untouched log has no finding', async () => {
    assert.deepEqual(await log.findings(), []);
    const tampered = fc.record({
      kind: fc.constantFrom(...Object.keys(tampers)),
      file: fc.nat(),
      at: fc.nat(),
      by: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(tampered, async ({ kind, file, at, by }) => {
        const name = files[file % files.length] ?? '';
        const whole = log.read(name);
        const lines = log.lines(name).map((line) => Buffer.from(line));
        const changed = tampers[kind]?.(lines, at % lines.length, by) ?? lines;
        const bytes = Buffer.concat(changed.flatMap((line) => [line, Buffer.from('\n')]));
        if (bytes.equals(whole)) return;
        log.write(name, bytes);
        const found = await log.findings();
        log.write(name, whole);
        assert.notDeepEqual(found, []);
      }),
      { numRuns: times(400) },
    );
    assert.deepEqual(await log.findings(), []);
  });

  it('is found when any one file is missing or renamed to another', async () => {
    for (const name of files) {
      const whole = log.read(name);
      log.remove(name);
      assert.notDeepEqual(await log.findings(), [], name);
      for (const other of files) {
        if (other === name) continue;
        log.write(name, log.read(other));
        assert.notDeepEqual(await log.findings(), [], `${other} as ${name}`);
      }
      log.write(name, whole);
    }
  });

  it('a log cut at any byte is torn or lacks sealed entries', async () => {
    const name = 'audit.jsonl';
    const whole = log.read(name);
    for (const size of cutsOf(whole)) {
      log.write(name, whole.subarray(0, size));
      const found = await log.findings();
      assert.ok(found.includes('removed_tail'), `${size}`);
    }
    log.write(name, whole);
  });

  it('an unsealed log cut at any byte is torn or unproven, as a crash leaves it', async () => {
    const fresh = createTemporaryAudit();
    const audit = await fresh.open();
    await appendCalls(audit, 3);
    await fresh.kill(audit);
    const whole = fresh.read('audit.jsonl');
    for (const size of cutsOf(whole)) {
      fresh.write('audit.jsonl', whole.subarray(0, size));
      const isTorn = size > 0 && whole[size - 1] !== 0x0a;
      const left = fresh.lines('audit.jsonl').length > 0 ? ['unproven'] : [];
      assert.deepEqual(await fresh.findings(), [...(isTorn ? ['torn'] : []), ...left], `${size}`);
      const next = await fresh.open();
      await appendCalls(next, 1);
      await fresh.kill(next);
      assert.deepEqual(await fresh.findings(), ['unproven'], `${size} and opened`);
    }
    await fresh.dispose();
  });
});
