import assert from 'node:assert/strict';
import { cargoCandidates } from '../../../../src/adapters/diagnostics/cargo-project';

describe('finding cargo', () => {
  it('checks the PATH first, then the rustup folder', () => {
    const env = { PATH: '/opt/rust/bin:.:bin::/usr/bin', HOME: '/home/me' };
    assert.deepEqual(cargoCandidates({ env, platform: 'linux' }), [
      '/opt/rust/bin/cargo',
      '/usr/bin/cargo',
      '/home/me/.cargo/bin/cargo',
    ]);
  });

  it('uses CARGO_HOME if it is set and absolute', () => {
    const found = (home: string) =>
      cargoCandidates({ env: { HOME: '/home/me', CARGO_HOME: home }, platform: 'darwin' });
    assert.deepEqual(found('/data/cargo'), ['/data/cargo/bin/cargo']);
    assert.deepEqual(found('cargo'), []);
  });

  it('uses only absolute paths on Windows, so that no cargo of the project runs', () => {
    const env = { Path: 'C:\\rust\\bin;tools', UserProfile: 'C:\\Users\\me' };
    assert.deepEqual(cargoCandidates({ env, platform: 'win32' }), [
      'C:\\rust\\bin\\cargo.exe',
      'C:\\Users\\me\\.cargo\\bin\\cargo.exe',
    ]);
  });

  it('finds none if nothing is set', () => {
    assert.deepEqual(cargoCandidates({ env: {}, platform: 'linux' }), []);
  });
});
