import assert from 'node:assert/strict';
import {
  ExposureLog,
  maxUrlChars,
  maxUrls,
} from '../../../../../src/core/pipeline/runtime/exposure-log';
import { SessionStates } from '../../../../../src/core/pipeline/runtime/sessions';

const page = { from: 'result', call: 'https://x.example/' } as const;
const url = (n: number, more = ''): string => `https://x.example/${String(n)}${more}`;

describe('decision chat-exposure: what a chat has read', () => {
  it('keeps the first and the last of each kind', () => {
    const log = new ExposureLog();
    log.reads('private', { label: 'a.ts', tool: 'core__read', toolCallId: 'c1' });
    log.reads('private', { label: 'b.ts', tool: 'core__read', toolCallId: 'c2' });
    log.reads('untrusted', { label: 'x'.repeat(500) });
    const { private: own, untrusted } = log.current();
    assert.deepEqual([own?.first.label, own?.last.label], ['a.ts', 'b.ts']);
    assert.deepEqual([own?.first.toolCallId, own?.last.toolCallId], ['c1', 'c2']);
    assert.equal(untrusted?.last.label.length, 200);
  });

  it('is stored with the chat, forked with it and reset by /clear', () => {
    const sessions = new SessionStates((path) => path);
    const log = sessions.of('a').exposureLog;
    log.reads('private', { label: 'a.ts' });
    log.meets(`See ${url(1)}`, page);
    const snapshot: unknown = JSON.parse(JSON.stringify(sessions.snapshot('a')));
    log.reads('untrusted', { label: 'later' });
    assert.equal(sessions.restore('fork', snapshot, 'a').ok, true);
    const fork = sessions.of('fork').exposure();
    assert.equal(fork.private?.last.label, 'a.ts');
    assert.equal(fork.untrusted, undefined);
    assert.deepEqual([...fork.urls], [[url(1), page]]);
    sessions.reset('a');
    assert.deepEqual(sessions.of('a').exposure(), { urls: new Map() });
  });

  it('a chat of an older version that has run tools has read something private', () => {
    const sessions = new SessionStates((path) => path);
    const older = { schema: 2, tools: ['core__read'], marks: [], own: [], slices: [] };
    sessions.restore('a', older);
    assert.deepEqual(sessions.of('a').exposure().private?.last, { label: '' });
    sessions.restore('b', { ...older, tools: [] });
    assert.equal(sessions.of('b').exposure().private, undefined);
  });
});

describe('decision chat-exposure: the URLs that a chat has met', () => {
  it('what the user gave counts most; what the model composed no result makes its own', () => {
    const log = new ExposureLog();
    log.meets(url(1), { from: 'model' });
    log.meets(url(1), page);
    log.meets(url(2), page);
    log.meets(url(2), { from: 'model' });
    log.meets(url(3), page);
    log.meets(url(3), { from: 'user' });
    log.meets(url(3), page);
    assert.deepEqual(
      [...log.current().urls.values()].map(({ from }) => from),
      ['model', 'result', 'user'],
    );
  });

  it('a page makes known what only files and commands contained, and not the reverse', () => {
    const log = new ExposureLog();
    const printed = { from: 'result', call: 'printf', isPrivate: true } as const;
    log.meets(url(1), printed);
    log.meets(url(1), page);
    log.meets(url(1), printed);
    log.meets(url(2), { from: 'model' });
    log.meets(url(2), printed);
    assert.deepEqual([...log.current().urls.values()], [page, { from: 'model' }]);
  });

  it('keeps the newest, at most so many and so long together', () => {
    const log = new ExposureLog();
    for (let n = 0; n < maxUrls + 10; n += 1) log.meets(url(n), page);
    assert.equal(log.current().urls.size, maxUrls);
    assert.equal(log.current().urls.has(url(9)), false);
    assert.equal(log.current().urls.has(url(maxUrls + 9)), true);
    for (let n = 0; n < 200; n += 1) log.meets(url(n, '/'.padEnd(1900, 'a')), page);
    const chars = [...log.current().urls.keys()].join('').length;
    assert.ok(chars <= maxUrlChars && chars > maxUrlChars - 2000, String(chars));
    const copy = new ExposureLog(log.stored());
    copy.meets(url(7, '/new'), page);
    assert.ok([...copy.current().urls.keys()].join('').length <= maxUrlChars);
  });
});
