import assert from 'node:assert/strict';
import { listFiles, PackageManager } from '@vscode/vsce';

describe('the package', () => {
  it('contains exactly what the extension needs to run', async () => {
    const files = await listFiles({ cwd: '.', packageManager: PackageManager.None });
    const built = files.filter((file) => file.startsWith('dist/'));
    const rest = files.filter((file) => !file.startsWith('dist/'));
    assert.deepEqual(rest.sort(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'demo/.vscode/settings.json',
      'demo/README.md',
      'demo/fix-the-failing-test.replay.json',
      'demo/package.json',
      'demo/src/cart.js',
      'demo/src/catalog.js',
      'demo/src/receipt.js',
      'demo/test/cart.test.js',
      'demo/test/receipt.test.js',
      'l10n/bundle.l10n.de.json',
      'l10n/bundle.l10n.zh-cn.json',
      'media/filters.toml',
      'media/gatehouse.svg',
      'media/icon.png',
      'media/walkthrough/approve.md',
      'media/walkthrough/approve.nls.de.md',
      'media/walkthrough/approve.nls.zh-cn.md',
      'media/walkthrough/demo.md',
      'media/walkthrough/demo.nls.de.md',
      'media/walkthrough/demo.nls.zh-cn.md',
      'media/walkthrough/message.md',
      'media/walkthrough/message.nls.de.md',
      'media/walkthrough/message.nls.zh-cn.md',
      'media/walkthrough/model.md',
      'media/walkthrough/model.nls.de.md',
      'media/walkthrough/model.nls.zh-cn.md',
      'package.json',
      'package.nls.de.json',
      'package.nls.json',
      'package.nls.zh-cn.json',
    ]);
    assert.deepEqual(
      built.filter((file) => !/^dist\/([a-z-]+\.(js|css|ttf|wasm)|[A-Z-]+\.txt)$/.test(file)),
      [],
    );
  }).timeout(600_000);
});
