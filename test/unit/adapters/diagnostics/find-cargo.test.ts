import assert from 'node:assert/strict';
import { cargoCandidates } from '../../../../src/adapters/diagnostics/find-cargo';

describe('finding cargo', () => {
  it('takes the first on the PATH, then where rustup puts it', () => {
    const env = { PATH: '/opt/rust/bin:.:bin::/usr/bin', HOME: '/home/me' };
    assert.deepEqual(cargoCandidates({ env, platform: 'linux' }), [
      '/opt/rust/bin/cargo',
      '/usr/bin/cargo',
      '/home/me/.cargo/bin/cargo',
    ]);
  });

  it('goes by CARGO_HOME when it is set, unless it is relative', () => {
    const found = (home: string) =>
      cargoCandidates({ env: { HOME: '/home/me', CARGO_HOME: home }, platform: 'darwin' });
    assert.deepEqual(found('/data/cargo'), ['/data/cargo/bin/cargo']);
    assert.deepEqual(found('cargo'), []);
  });

  it('on Windows by absolute paths alone, so that none of the project is run', () => {
    const env = { Path: 'C:\\rust\\bin;tools', UserProfile: 'C:\\Users\\me' };
    assert.deepEqual(cargoCandidates({ env, platform: 'win32' }), [
      'C:\\rust\\bin\\cargo.exe',
      'C:\\Users\\me\\.cargo\\bin\\cargo.exe',
    ]);
  });

  it('knows of none where nothing is set', () => {
    assert.deepEqual(cargoCandidates({ env: {}, platform: 'linux' }), []);
  });
});
