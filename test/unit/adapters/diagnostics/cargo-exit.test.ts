import assert from 'node:assert/strict';
import {
  interpretExit,
  type CargoExit,
  type CargoKind,
} from '../../../../src/adapters/diagnostics/cargo-exit';

function judged(exit: Partial<CargoExit>, more: { kind?: CargoKind; hasErrors?: boolean } = {}) {
  const whole = {
    code: 101,
    stderr: '',
    by: 'itself',
    skipped: 0,
    signal: undefined,
    ...exit,
  } as const;
  const known = { kind: 'check', timeLimitMs: 600_000, hasErrors: false, ...more } as const;
  return interpretExit({ exit: whole, ...known });
}

describe('the exit of cargo', () => {
  it('succeeds after a success, and after a failure caused by a reported error', () => {
    assert.deepEqual(judged({ code: 0 }), { ok: true, value: [] });
    assert.deepEqual(judged({ code: 101 }, { hasErrors: true }), { ok: true, value: [] });
  });

  it('reports lines that were too long to read', () => {
    const found = judged({ code: 0, skipped: 2 });
    assert.deepEqual(found.ok && found.value, ['2 lines of cargo output were too long to read.']);
  });

  for (const [stderr, wanted] of [
    ['error: no such command: `clippy`\n', /^clippy is not installed.*rustup component add/],
    ["error: 'cargo-clippy' is not installed for the toolchain 'stable'.", /^clippy is not/],
    ["error: 'cargo-clippy.exe' is not installed for the toolchain", /^clippy is not/],
    ['error: rustup could not choose a version of cargo to run', /^rustup has no Rust toolchain/],
    ["error: toolchain '1.60' is not installed", /^rustup has no Rust toolchain/],
  ] as const) {
    it(`003-diagnostics-3: a missing part is a warning: ${stderr.trim()}`, () => {
      const found = judged({ stderr }, { kind: 'clippy' });
      assert.ok(found.ok);
      assert.match(found.value[0] ?? '', wanted);
    });
  }

  it('explains a failure without the progress lines', () => {
    const stderr =
      '    Updating crates.io index\n   Compiling demo v0.1.0\n\u001b[1merror\u001b[0m: no matching package named `x` found\nlocation searched: index\n    Finished\n';
    const found = judged({ stderr });
    assert.ok(!found.ok);
    assert.equal(found.failure.errorCode, 'execution');
    assert.equal(
      found.failure.message,
      'cargo check failed with exit code 101:\nerror: no matching package named `x` found\nlocation searched: index',
    );
  });

  it('limits the reason and keeps secrets out of it', () => {
    const found = judged({ stderr: `error: password=hunter2secret\n${'x'.repeat(9000)}` });
    assert.ok(!found.ok);
    assert.ok(found.failure.message.length < 2100);
    assert.doesNotMatch(found.failure.message, /hunter2secret/);
  });

  it('reports a signal, and a failure without output', () => {
    const found = judged({ code: undefined });
    assert.equal(!found.ok && found.failure.message, 'cargo check was ended by a signal.');
  });

  it('is `timeout` when it took too long, with what held it up', () => {
    const stderr = '    Blocking waiting for file lock on build directory\n';
    const found = judged({ by: 'time', code: undefined, stderr });
    assert.ok(!found.ok);
    assert.equal(found.failure.errorCode, 'timeout');
    assert.match(found.failure.message, /600 seconds\. It was waiting for another cargo process/);
  });

  it('is `cancelled` when stopped, whatever it had reported', () => {
    const found = judged({ by: 'abort' }, { hasErrors: true });
    assert.equal(!found.ok && found.failure.errorCode, 'cancelled');
  });

  it('reports missing problems when it printed too much', () => {
    const found = judged({ by: 'enough' });
    assert.match(found.ok ? (found.value[0] ?? '') : '', /problems are missing/);
  });
});
