import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const text = readFileSync('docs/architecture.md', 'utf8');
const section = text.slice(text.indexOf('## Four walks'));

/** The files of a walk, by its number. */
function filesOf(walk: number): readonly string[] {
  const [, list = ''] = section.split(new RegExp(`^\\*\\*${String(walk)}\\. .*\\*\\*$`, 'm'));
  const [own = ''] = list.split(/^\*\*\d\. /m);
  return [...own.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
}

/** The figure of a walk in the last column of the table. */
function figureOf(walk: number): number {
  const row = new RegExp(`^\\| ${String(walk)}\\. [^\\n]*?(\\d+) (?:files|hops) *\\|$`, 'm');
  return Number(row.exec(section)?.[1]);
}

describe('the walks of the architecture', () => {
  for (const walk of [1, 2, 3, 4]) {
    it(`${String(walk)} names files that exist, as many as its figure says`, () => {
      const files = filesOf(walk);
      assert.equal(files.length, figureOf(walk));
      assert.equal(new Set(files).size, files.length);
      for (const file of files) {
        const isHere = existsSync(file.startsWith('webview/') ? file : path.join('src', file));
        assert.ok(isHere, file);
      }
    });
  }
});
