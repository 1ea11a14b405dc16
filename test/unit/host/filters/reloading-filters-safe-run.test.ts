import assert from 'node:assert/strict';
import { safeRun } from '../../../../src/host/filters/reloading-filters';
import { reportOf } from '../../fakes/filters';

describe('safeRun', () => {
  const broken = new Error('a bug');
  const fail = (): never => {
    throw broken;
  };

  it('a rule that throws costs the filter, not the command, and is reported once', () => {
    const reported: unknown[] = [];
    const run = safeRun({ write: fail, end: fail }, { report: (error) => reported.push(error) });
    run.write('a\n');
    run.write('b\n');
    assert.equal(run.end(0), undefined);
    assert.deepEqual(reported, [broken]);
  });

  it('what a rule left before it threw is not used', () => {
    const report = reportOf('a', 'a\nb');
    const run = safeRun({ write: fail, end: () => report }, { report: () => undefined });
    run.write('a\n');
    assert.equal(run.end(0), undefined);
  });

  it('changes nothing of a run that does not throw', () => {
    const written: unknown[] = [];
    const report = reportOf('a', 'a\nb');
    const run = safeRun(
      {
        write: (text) => void written.push(text),
        end: (exitCode) => {
          written.push(exitCode);
          return report;
        },
      },
      { report: (error) => assert.fail(String(error)) },
    );
    run.write('a\n');
    assert.equal(run.end(2), report);
    assert.deepEqual(written, ['a\n', 2]);
  });
});
