import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  applyDiff,
  diffJson,
  readSnapshots,
  SnapshotLog,
} from '../../../../../src/core/agent/persistence/snapshot-log';
import type { ConversationEntry } from '../../../../../src/core/contracts/chats/conversation';
import type { SessionSnapshot } from '../../../../../src/core/contracts/chats/session-snapshot';

describe('the log of snapshots', () => {
  it('000-gates-1: reads back every part of what was stored', () => {
    const first: Required<SessionSnapshot> = {
      schema: 2,
      tools: ['core__read'],
      marks: [['/w/a', { stamp: '1', tools: ['core__read'], calls: ['c1'] }]],
      own: [['policy', 7]],
      slices: [['plan', ['one']]],
      spent: 3,
      ends: [['core__read', { success: 2, error: 1 }]],
      recent: [{ tool: 'core__read', result: 'error', category: 'timeout', durationMs: 9 }],
      userMessage: 'Fix it.',
      read: { private: { first: { label: 'a' }, last: { label: 'b', tool: 'core__read' } } },
      urls: [['https://x.example/', { from: 'result', call: 'a page' }]],
    };
    const second = {
      ...first,
      spent: 4,
      ends: [['core__read', { success: 3 }]],
      recent: [],
      urls: [],
    };
    const entries: ConversationEntry[] = [];
    const log = new SnapshotLog({
      stage: ({ put = [] }) => {
        entries.push(...put.map((each) => ('make' in each ? { ...each, ...each.make() } : each)));
      },
    });
    const at = [log.append(first), log.append(second)];
    const read = readSnapshots(entries, new Set(at));
    assert.deepEqual([...read.at.values()], [first, second]);
  });
});

describe('the difference of two values', () => {
  it('makes the second of the first, and is none when they are the same', () => {
    const value = fc.jsonValue({ maxDepth: 4 }).map((each): unknown => plain(each));
    fc.assert(
      fc.property(value, value, (before, after) => {
        const difference = diffJson(before, after);
        const made = difference === undefined ? before : applyDiff(before, plain(difference));
        assert.deepEqual(made, after);
        assert.equal(diffJson(after, plain(after)), undefined);
      }),
      { numRuns: 500 },
    );
  });

  it('is as large as what is new', () => {
    const calls = Array.from({ length: 500 }, (_, n) => `call-${String(n)}`);
    const before = { marks: { a: { calls }, b: 1 }, gone: true };
    const after = { marks: { a: { calls: [...calls, 'new'] }, b: 1 } };
    assert.deepEqual(diffJson(before, after), {
      in: { marks: { in: { a: { in: { calls: { more: ['new'] } } } } } },
      gone: ['gone'],
    });
  });

  it('that does not fit makes nothing, whatever it is', () => {
    for (const each of [null, 7, [], {}, { in: 3 }, { more: [1] }, { in: { a: { more: [1] } } }]) {
      assert.equal(applyDiff({ a: 1 }, each), undefined, JSON.stringify(each));
    }
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, difference) => {
        applyDiff(before, difference);
      }),
    );
  });

  it('never takes a name of an object for something else', () => {
    const after: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":2}');
    const made = applyDiff({}, plain(diffJson({}, after)));
    assert.deepEqual(made, after);
    assert.equal(Object.getOwnPropertyDescriptor(Object.prototype, 'polluted'), undefined);
  });
});

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
