import assert from 'node:assert/strict';
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
