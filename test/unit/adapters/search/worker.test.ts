import assert from 'node:assert/strict';
import { createWorkerEngine } from '../../../../src/adapters/search/worker-engine';
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

  const job = (pattern: string): GrepJob => ({
    target: ws.root,
    targetIsFile: false,
    ignore: { folder: ws.root, isRepository: false },
    signal: quietSignal(),
    pattern,
    caseSensitive: true,
    maxPerFile: 10,
  });

  it('is ended when an expression would never end', async () => {
    ws.put('ws/a', `${'a'.repeat(60)}b`);
    const engine = createWorkerEngine({ workerPath: worker.workerPath, limitMs: 300 });
    const ended = await engine.grep(job('^(a+)+$'), () => 'more');
    assert.ok(!ended.ok);
    assert.equal(ended.failure.errorCode, 'timeout');
    assert.equal(ended.failure.retryable, false);
  });

  it('is ended by a cancel while an expression runs', async () => {
    ws.put('ws/a', `${'a'.repeat(60)}b`);
    const controller = new AbortController();
    const engine = createWorkerEngine({ workerPath: worker.workerPath, limitMs: 60_000 });
    const running = engine.grep({ ...job('^(a+)+$'), signal: controller.signal }, () => 'more');
    setImmediate(() => controller.abort());
    const ended = await running;
    assert.equal(!ended.ok && ended.failure.category, 'cancelled');
  });

  it('tells when its own file is missing', async () => {
    const engine = createWorkerEngine({ workerPath: `${ws.base}/none.js`, limitMs: 1000 });
    const ended = await engine.grep(job('x'), () => 'more');
    assert.equal(!ended.ok && ended.failure.errorCode, 'execution');
  });

  it('finds text in UTF-16 too', async () => {
    ws.put('ws/a', Buffer.from('\uFEFFplain needle', 'utf16le'));
    const engine = createWorkerEngine({ workerPath: worker.workerPath, limitMs: 10_000 });
    const lines: string[] = [];
    await engine.grep(job('needle'), ({ text }) => {
      lines.push(text);
      return 'more';
    });
    assert.deepEqual(lines, ['plain needle']);
  });
});
