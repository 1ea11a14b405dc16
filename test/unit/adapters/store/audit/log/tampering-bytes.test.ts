import assert from 'node:assert/strict';
import { copyFileSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { isTampering } from '../../../../../../src/core/contracts/audit/entry';
import { isObject, parseJson } from '../../../../../../src/core/contracts/json';
import { closedAudit, type TemporaryAudit } from '../../../../fakes/temporary-audit';

const file = 'audit.jsonl';
const seal = 'audit-heads.json';

type Act = (log: TemporaryAudit) => void;

const edited =
  (change: (lines: string[]) => readonly string[]): Act =>
  (log) => {
    log.write(file, `${change([...log.lines(file)]).join('\n')}\n`);
  };

const renamed =
  (names: Readonly<Record<string, string>>): Act =>
  (log) => {
    for (const [from, to] of Object.entries(names)) {
      renameSync(path.join(log.folder, from), path.join(log.folder, to));
    }
  };

/** What changes bytes and not what they say, and other ways that the first table lacks. */
const found: Readonly<Record<string, Act>> = {
  'repeats the last line': edited((lines) => [...lines, lines.at(-1) ?? '']),
  'repeats a line': edited((lines) => lines.toSpliced(3, 0, lines[2] ?? '')),
  'adds an empty line': edited((lines) => lines.toSpliced(3, 0, '')),
  'adds blanks behind a line': edited((lines) => lines.with(2, `${lines[2] ?? ''}  `)),
  'adds a blank within a line': edited((lines) =>
    lines.with(2, (lines[2] ?? '').replace('":', '": ')),
  ),
  'names a field twice': edited((lines) =>
    lines.with(2, (lines[2] ?? '').replace(/\}$/, ',"outcome":"no"}')),
  ),
  'writes a letter as an escape': edited((lines) =>
    lines.with(-1, (lines.at(-1) ?? '').replace('"ok"', String.raw`"\u006fk"`)),
  ),
  'ends lines as Windows does': (log) =>
    log.write(file, log.read(file).toString().replaceAll('\n', '\r\n')),
  'adds a mark of byte order': (log) => log.write(file, `\ufeff${log.read(file).toString()}`),
  'cuts the last line': (log) => log.write(file, log.read(file).subarray(0, -20)),
  'cuts the last line end': (log) => log.write(file, log.read(file).subarray(0, -1)),
  'adds a line that is no entry': (log) => log.write(file, `${log.read(file).toString()}garbage\n`),
  'inserts a line that is no entry': edited((lines) => lines.toSpliced(3, 0, '{"a":1}')),
  'empties the log': (log) => log.write(file, ''),
  'empties the seal': (log) => log.write(seal, ''),
  'replaces the seal by another object': (log) => log.write(seal, '{}'),
  'writes the seal twice': (log) =>
    log.write(seal, log.read(seal).toString() + log.read(seal).toString()),
  'copies the log to the name of an earlier file': (log) =>
    copyFileSync(path.join(log.folder, file), path.join(log.folder, 'audit.00001.jsonl')),
  'renames the log': renamed({ [file]: 'audit-old.jsonl' }),
  'gives the log to another window': renamed({
    [file]: 'audit-2.jsonl',
    [seal]: 'audit-heads-2.json',
  }),
  'replaces the log by a link': (log) => {
    log.remove(file);
    symlinkSync('/dev/null', path.join(log.folder, file));
  },
  'removes the first line and counts anew': edited((lines) =>
    lines.slice(1).map((line, at) => line.replace(/"seq":\d+/, `"seq":${String(at + 1)}`)),
  ),
  'turns the order of the lines round': edited((lines) => [...lines].reverse()),
  'changes the window of one entry': edited((lines) =>
    lines.with(4, (lines[4] ?? '').replace('"writer":"main"', '"writer":"9"')),
  ),
};

/** Every entry is still there, as it was written: there is nothing to report. */
const harmless: Readonly<Record<string, Act>> = {
  'divides the log into two files': (log) => {
    const lines = log.lines(file);
    log.write('audit.00001.jsonl', `${lines.slice(0, 4).join('\n')}\n`);
    log.write(file, `${lines.slice(4).join('\n')}\n`);
  },
  'writes the fields of the seal in another order': (log) => {
    const fields = parseJson(log.read(seal).toString());
    assert.ok(isObject(fields));
    log.write(seal, JSON.stringify(Object.fromEntries(Object.entries(fields).reverse())));
  },
};

describe('an audit log of which someone changes bytes', () => {
  let log: TemporaryAudit;
  beforeEach(async () => {
    log = await closedAudit(8);
  });
  afterEach(() => log.dispose());

  for (const [name, act] of Object.entries(found)) {
    it(`decision audit-seals: who ${name} is found`, async () => {
      act(log);
      const { findings } = await log.verify();
      assert.ok(
        findings.some(({ kind }) => isTampering(kind)),
        JSON.stringify(findings),
      );
    });
  }

  for (const [name, act] of Object.entries(harmless)) {
    it(`who ${name} changes no entry`, async () => {
      act(log);
      const { findings, entries } = await log.verify();
      assert.deepEqual(findings, []);
      assert.equal(entries, 8);
    });
  }

  it('what a crash may leave behind the last entry is damage, and no tampering', async () => {
    for (const rest of [Buffer.from('garbage'), Buffer.alloc(100)]) {
      const whole = log.read(file);
      log.write(file, Buffer.concat([whole, rest]));
      assert.deepEqual(await log.findings(), ['torn']);
      log.write(file, whole);
    }
  });
});
