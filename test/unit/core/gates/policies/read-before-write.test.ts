import { told } from '../../../fakes/told';
import assert from 'node:assert/strict';
import type { CallPath } from '../../../../../src/core/contracts/calls/call-paths';
import {
  readBeforeWrite,
  type ReadBeforeWriteTools,
} from '../../../../../src/core/gates/policies/read-before-write';
import { callPath, gateCall, refusedPath } from '../../../fakes/gate-call';

interface Given {
  readonly tool?: string;
  readonly writes?: readonly CallPath[];
  readonly params?: Readonly<Record<string, unknown>>;
  /** `tool real-path`: stamp. */
  readonly seen?: Readonly<Record<string, string>>;
  /** Stamps now, by real path. */
  readonly now?: Readonly<Record<string, string>>;
  readonly tools?: ReadBeforeWriteTools;
}

function reason(given: Given): string | undefined {
  const { tool: name = 'write', writes = [callPath('/w/a')], params = {}, seen = {} } = given;
  const { tool, toolsWith, paths } = gateCall({ tool: { name }, paths: { writes } });
  const marks = new Map(Object.entries(seen));
  const record = {
    hasRun: () => true,
    seen: (id: string, path: string) => marks.get(`${id} ${path}`),
  };
  const stamps = new Map(Object.entries(given.now ?? { '/w/a': 'one' }));
  const policy = readBeforeWrite(given.tools);
  const decision = policy.check(
    { tool, toolsWith, params, paths, stamps },
    { record, own: undefined },
  );
  assert.equal(decision.allowed, decision.reason === undefined);
  // Whoever is refused is told what to do.
  assert.equal(decision.suggestion !== undefined, !decision.allowed);
  return told(decision).reason;
}

const unread = "File '/w/a' must be read before overwriting.";
const changed = "File '/w/a' has changed since it was read; read it again before overwriting.";

describe('read before write', () => {
  it('W11: a new file is created freely', () => {
    assert.equal(reason({ writes: [callPath('/w/new', { exists: false })] }), undefined);
  });

  for (const tool of ['write', 'edit']) {
    it(`W11: ${tool} of an existing file that was not read is denied`, () => {
      assert.equal(reason({ tool }), unread);
    });

    it(`W11: ${tool} of a file that was read is allowed`, () => {
      assert.equal(reason({ tool, seen: { 'core__read /w/a': 'one' } }), undefined);
    });
  }

  it('W12: it is the real path that was read', () => {
    const writes = [callPath('link', { real: '/w/a' })];
    assert.equal(reason({ writes, seen: { 'core__read /w/a': 'one' } }), undefined);
    assert.equal(
      reason({ writes, seen: { 'core__read /w/link': 'one' } }),
      "File 'link' must be read before overwriting.",
    );
  });

  it('W13: a call without a path, and one whose path is refused, are not its business', () => {
    assert.equal(reason({ writes: [] }), undefined);
    assert.equal(reason({ writes: [refusedPath('../x')] }), undefined);
  });

  it('decision 44: a file that has changed since it was read is denied', () => {
    assert.equal(reason({ seen: { 'core__read /w/a': 'zero' } }), changed);
    assert.equal(reason({ seen: { 'core__read /w/a': 'zero' }, tool: 'edit' }), changed);
  });

  it('decision 44: a chat knows what it wrote until others change it', () => {
    for (const tool of ['core__write', 'core__edit']) {
      assert.equal(reason({ seen: { [`${tool} /w/a`]: 'one' } }), undefined);
      assert.equal(reason({ seen: { [`${tool} /w/a`]: 'zero' } }), changed);
    }
  });

  it('a reader that leaves no stamp makes a file known, a writer does not', () => {
    assert.equal(reason({ seen: { 'core__read /w/a': '' } }), undefined);
    assert.equal(reason({ seen: { 'core__copy_path /w/a': '' } }), unread);
  });

  it('W15: lists that are given replace the defaults', () => {
    const tools = { readTools: ['core__open'], writeTools: ['core__save_file'] };
    assert.equal(reason({ tools, tool: 'save_file' }), unread);
    assert.equal(reason({ tools, tool: 'write_file' }), undefined);
    assert.equal(reason({ tools, tool: 'write' }), undefined);
    const seen = { 'core__open /w/a': 'one' };
    assert.equal(reason({ tools, tool: 'save_file', seen }), undefined);
    assert.equal(reason({ tools, tool: 'save_file', seen: { 'core__read /w/a': 'one' } }), unread);
  });

  for (const tool of ['move_path', 'copy_path']) {
    it(`W11: ${tool} needs its destination read, not its source`, () => {
      const writes = [callPath('/w/source'), callPath('/w/a')];
      const params = { source: '/w/source', destination: '/w/a' };
      const now = { '/w/source': 'two', '/w/a': 'one' };
      assert.equal(reason({ tool, writes, params, now }), unread);
      const seen = { 'core__read /w/a': 'one' };
      assert.equal(reason({ tool, writes, params, now, seen }), undefined);
    });
  }

  it('W11: what is no file has no content to lose', () => {
    assert.equal(reason({ now: {} }), undefined);
  });

  it('every file that a call would overwrite counts', () => {
    const writes = [callPath('/w/b'), callPath('/w/a')];
    const now = { '/w/a': 'one', '/w/b': 'two' };
    assert.equal(reason({ writes, now, seen: { 'core__read /w/b': 'two' } }), unread);
  });

  it('W24: a thousand checks are synchronous and leave the record as it was', () => {
    const seen = Object.freeze({ 'core__read /w/a': 'one' });
    for (let n = 0; n < 1000; n += 1) assert.equal(reason({ seen }), undefined);
  });
});
