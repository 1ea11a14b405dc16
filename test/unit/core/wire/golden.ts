import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Wire } from '../../../../src/core/wire/codec/define-wire';

const fixtures = path.resolve('test/fixtures/wire');

export interface RecordedStream {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The recorded streams of a wire. */
export function streamsOf(wire: Wire): readonly RecordedStream[] {
  const folder = path.join(fixtures, wire.name);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => ({
      name: path.basename(name, '.txt'),
      bytes: readFileSync(path.join(folder, name)),
    }));
}

/** Compares with the accepted answer, in English; `UPDATE_GOLDEN=1` accepts the present one. */
export function assertGolden(wire: Wire, name: string, actual: unknown): void {
  const file = path.join(fixtures, wire.name, `${name}.json`);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(file, `${asJson(actual)}\n`);
    return;
  }
  assert.ok(existsSync(file), `${file} is missing: run with UPDATE_GOLDEN=1 and review it`);
  const expected: unknown = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(JSON.parse(asJson(actual)), expected);
}

export function asJson(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => (key === 'said' ? undefined : each), 2);
}
