// @ts-check
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, it } from 'mocha';

const check = fileURLToPath(new URL('../harness/webview-preview/check.mjs', import.meta.url));

describe('the panel page alone', () => {
  it('is used by name and by key alone, keeps its draft and place, and hostile text inert', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [check]);
    assert.match(stdout, /^(\d+) of \1 checks passed$/m);
  });
});
