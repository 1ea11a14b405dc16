// @ts-check
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, it } from 'mocha';

const check = fileURLToPath(new URL('../harness/webview-preview/check.mjs', import.meta.url));

describe('the panel page alone', () => {
  it('keeps hostile text inert, its draft, its place and its count', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [check]);
    assert.match(stdout, /^(\d+) of \1 checks passed$/m);
  });
});
