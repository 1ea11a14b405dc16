import assert from 'node:assert/strict';
import { parseIgnoreRules } from '../../../../src/adapters/search/ignore-files';
import { compileLinePattern } from '../../../../src/adapters/search/line-pattern';
import { locateRipgrep } from '../../../../src/adapters/search/locate-ripgrep';

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

  it('finds nothing where there is none', () => {
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
    ['x1', false, 'ignored'],
    ['x{1,2}', false, undefined],
  ] as const) {
    it(`${path} is ${verdict ?? 'not matched'}`, () => {
      assert.equal(rules.judge(path, isFolder), verdict);
    });
  }
});

describe('compileLinePattern', () => {
  it('recognizes patterns that are plain text', () => {
    assert.equal(compileLinePattern('plain tèxt;', true).literal?.toString(), 'plain tèxt;');
    assert.equal(compileLinePattern('a.c', true).literal, undefined);
    assert.equal(compileLinePattern('plain', false).literal, undefined);
  });

  for (const [pattern, line, at] of [
    [String.raw`\"a\-b\"`, 'x "a-b"', 2],
    ['(?i)CONST', 'a const', 2],
    [String.raw`\bÉ`, 'aÉ É', 3],
    [String.raw`^\d+$`, '٣1', 0],
    ['[[:digit:]a-b&&[^b]]', 'b1', 1],
    ['[a-z--[b]]', 'ba', 1],
    ['[]x]', 'a]', 1],
    [String.raw`\x41\u0042\x{43}`, 'xABC', 1],
    [String.raw`\p{Greek}`, 'aλ', 1],
    [String.raw`\P{L}`, 'a1', 1],
    [String.raw`(?P<year>\d{4})-(\d\d)`, 'in 2026-11', 3],
    ['a**', 'baa', 0],
    ['}]', 'a}]', 1],
    ['[🎉é]', 'x🎉', 1],
  ] as const) {
    it(`${pattern} matches ${line}, as in ripgrep`, () => {
      assert.equal(compileLinePattern(pattern, true).search(line), at);
    });
  }

  for (const [pattern, message] of [
    ['a(?!b)', /Look-around/],
    [String.raw`(a)\1`, /Look-around/],
    [String.raw`a\nb`, /cannot contain \\n/],
    ['(a', /unclosed group/],
    ['a)', /unopened group/],
    ['*a', /nothing to repeat before/],
    ['a{', /Escape it as/],
    ['[a', /class is not closed/],
    [String.raw`\q`, /no escape/],
    [String.raw`\p{Nobody}`, /no Unicode property/],
    ['a\\', /ends too early/],
    ['a(?i)b', /at the start of the pattern/],
    ['(?P<a>x)(?P<a>y)', /Two groups/],
    ['[z-a]', /out of order/],
  ] as const) {
    it(`rejects ${pattern}`, () => {
      assert.throws(() => compileLinePattern(pattern, true), { message });
    });
  }
});
