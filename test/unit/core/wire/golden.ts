import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const fixtures = path.resolve('test/fixtures/wire/openai-chat');

/** Compares with the accepted answer; `UPDATE_GOLDEN=1` accepts the present one. */
export function assertGolden(name: string, actual: unknown): void {
  const file = path.join(fixtures, `${name}.json`);
  if (process.env.UPDATE_GOLDEN === '1') {
    writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`);
    return;
  }
  assert.ok(existsSync(file), `${file} is missing: run with UPDATE_GOLDEN=1 and review it`);
  const expected: unknown = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(JSON.parse(JSON.stringify(actual)), expected);
}
