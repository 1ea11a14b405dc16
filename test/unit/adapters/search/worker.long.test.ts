import assert from 'node:assert/strict';
import { setExtraSecrets } from '../../../../src/core/base/redact/extra-secrets';
import { createWorkerEngine, SearchThreads } from '../../../../src/adapters/search/worker-engine';
import type { GrepJob } from '../../../../src/adapters/search/search-engine';
import { buildSearchWorker, type BuiltWorker } from '../../fakes/search-engines';
import {
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';

describe('the search worker', () => {
  let worker: BuiltWorker;
  let ws: TemporaryWorkspace;

  before(async () => {
    worker = await buildSearchWorker();
  });
  after(() => worker.dispose());
  beforeEach(() => {
    ws = createTemporaryWorkspace();
  });
  afterEach(() => ws.dispose());

  const engineOf = (workerPath: string, limitMs: number) =>
    createWorkerEngine(new SearchThreads({ workerPath, limitMs }));
  const patientMs = 60_000;

  const job = (pattern: string): GrepJob => ({
    scope: {
      target: ws.root,
      targetIsFile: false,
      root: ws.root,
      excluded: [],
      ignoreCase: false,
      ignore: { folder: ws.root, above: [] },
    },
    signal: quietSignal(),
    pattern,
    caseSensitive: true,
    context: 0,
    maxPerFile: 10,
    inOrder: true,
  });

  it("003-secrets-2: redacts the user's own patterns before it cuts a line", async () => {
    setExtraSecrets(() => [/acme-\d{40}/]);
    try {
      const secret = `acme-${'1'.repeat(40)}`;
      ws.put('ws/a', `${'y'.repeat(1000)}x ${'z'.repeat(380)} ${secret} ${'z'.repeat(1000)}`);
      const texts: string[] = [];
      const engine = engineOf(worker.workerPath, patientMs);
      const ended = await engine.grep(job('x'), ({ lines }) => {
        texts.push(...lines.map(({ text }) => text));
        return 'more';
      });
      assert.ok(ended.ok);
      assert.match(texts.join('\n'), /^…y+x z+ /);
      assert.doesNotMatch(texts.join('\n'), /acme/);
    } finally {
      setExtraSecrets(() => []);
    }
  });

  it('is ended when a regular expression would never finish', async () => {
    ws.put('ws/a', `${'a'.repeat(60)}b`);
    const engine = engineOf(worker.workerPath, 300);
    const ended = await engine.grep(job('^(a+)+$'), () => 'more');
    assert.ok(!ended.ok);
    assert.equal(ended.failure.errorCode, 'timeout');
    assert.equal(ended.failure.retryable, false);
  });

  it('is cancelled while a regular expression runs', async () => {
    ws.put('ws/a', `${'a'.repeat(60)}b`);
    const controller = new AbortController();
    const engine = engineOf(worker.workerPath, patientMs);
    const running = engine.grep({ ...job('^(a+)+$'), signal: controller.signal }, () => 'more');
    setImmediate(() => controller.abort());
    const ended = await running;
    assert.equal(!ended.ok && ended.failure.category, 'cancelled');
  });

  it('reports that its own file is missing', async () => {
    const engine = engineOf(`${ws.base}/none.js`, patientMs);
    const ended = await engine.grep(job('x'), () => 'more');
    assert.equal(!ended.ok && ended.failure.errorCode, 'execution');
  });

  it('searches again after a rejection, a cancellation and a timeout', async () => {
    ws.put('ws/a', `needle\n${'a'.repeat(60)}b`);
    const options = { workerPath: worker.workerPath, limitMs: patientMs };
    const engine = createWorkerEngine(new SearchThreads(options));
    const answers = async (pattern: string, signal = quietSignal()) => {
      const lines: number[] = [];
      const ran = await engine.grep({ ...job(pattern), signal }, (found) => {
        lines.push(...found.lines.map(({ line }) => line));
        return 'more';
      });
      return ran.ok ? lines : ran.failure.errorCode;
    };
    assert.deepEqual(await answers('needle'), [1]);
    assert.equal(await answers('(open'), 'validation');
    assert.equal(await answers('x', AbortSignal.abort()), 'cancelled');
    assert.deepEqual(await answers('needle'), [1]);
    options.limitMs = 300;
    assert.equal(await answers('^(a+)+$'), 'timeout');
    options.limitMs = patientMs;
    assert.deepEqual(await answers('b$'), [2]);
    const both = await Promise.all([answers('needle'), answers('b$')]);
    assert.deepEqual(both, [[1], [2]]);
  });
});
