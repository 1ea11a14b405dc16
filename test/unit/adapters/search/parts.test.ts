import assert from 'node:assert/strict';
import { PathCollector } from '../../../../src/adapters/search/collect-results';
import { parseIgnoreRules } from '../../../../src/adapters/search/ignore-rules';
import { compileLinePattern } from '../../../../src/adapters/search/line-pattern';
import { locateRipgrep } from '../../../../src/adapters/search/locate-ripgrep';
import * as fc from 'fast-check';

describe('locateRipgrep', () => {
  const linux = { platform: 'linux', arch: 'x64' };

  for (const [machine, place] of [
    [linux, '/app/node_modules/@vscode/ripgrep/bin/rg'],
    [linux, '/app/node_modules.asar.unpacked/@vscode/ripgrep/bin/rg'],
    [linux, '/app/node_modules/@vscode/ripgrep-universal/bin/linux-x64/rg'],
    [linux, '/app/node_modules.asar.unpacked/@vscode/ripgrep-universal/bin/linux-x64/rg'],
    [
      { platform: 'win32', arch: 'arm64' },
      '/app\\node_modules\\@vscode\\ripgrep-universal\\bin\\win32-arm64\\rg.exe',
    ],
  ] as const) {
    it(`finds ${place}`, () => {
      assert.equal(
        locateRipgrep('/app', machine, (path) => path === place),
        place,
      );
    });
  }

  it('answers nothing where there is none', () => {
    assert.equal(
      locateRipgrep('/app', linux, () => false),
      undefined,
    );
  });
});

describe('parseIgnoreRules', () => {
  const text =
    '# note\n\n/top\n*.log\n!keep.log\nbuild/\na/*/b\ntrailing  \n\\#odd\n\\!odd\nx{1,2}\n';
  const rules = parseIgnoreRules(text);

  for (const [path, isFolder, verdict] of [
    ['top', false, 'ignored'],
    ['sub/top', false, undefined],
    ['sub/x.log', false, 'ignored'],
    ['sub/keep.log', false, 'kept'],
    ['build', true, 'ignored'],
    ['build', false, undefined],
    ['a/x/b', false, 'ignored'],
    ['c/a/x/b', false, undefined],
    ['trailing', false, 'ignored'],
    ['#odd', false, 'ignored'],
    ['!odd', false, 'ignored'],
    ['x1', false, undefined],
    ['x{1,2}', false, 'ignored'],
  ] as const) {
    it(`${path} is ${verdict ?? 'not spoken of'}`, () => {
      assert.equal(rules.judge(path, isFolder), verdict);
    });
  }
});

describe('compileLinePattern', () => {
  it('knows which patterns are plain text', () => {
    assert.equal(compileLinePattern('plain text', true).literal?.toString(), 'plain text');
    assert.equal(compileLinePattern('a.c', true).literal, undefined);
    assert.equal(compileLinePattern('plain', false).literal, undefined);
  });

  it('takes escapes that unicode mode does not', () => {
    assert.equal(compileLinePattern(String.raw`\"a\-b\"`, true).search('x "a-b"'), 2);
  });
});

describe('PathCollector', () => {
  it('keeps the first in order, in whatever order they come', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-e]{1,3}$/));
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 5 }), (paths, max) => {
        const collector = new PathCollector(max, (path) => !path.startsWith('c'));
        for (const path of paths) collector.add(path);
        const readable = paths.filter((path) => !path.startsWith('c')).sort();
        assert.deepEqual(collector.result(), {
          paths: readable.slice(0, max),
          truncated: readable.length > max,
        });
      }),
    );
  });
});
