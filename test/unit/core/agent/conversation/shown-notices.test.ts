import assert from 'node:assert/strict';
import { inEnglish, say, type Sentence } from '../../../../../src/core/base/sentence';
import { ShownNotices } from '../../../../../src/core/agent/conversation/shown-notices';

describe('notices that a chat shows once', () => {
  let shown: string[] = [];
  const outbox = {
    notice: (level: string, text: Sentence, more?: object) => {
      shown.push(`${level}: ${inEnglish(text)} ${JSON.stringify(more)}`);
    },
  };

  beforeEach(() => {
    shown = [];
  });

  it('are the same by their key, or by their text, also after the chat was closed', () => {
    const notices = new ShownNotices(outbox, ['It was stored.']);
    notices.showOnce('info', say`It was stored.`);
    notices.showOnce('warning', say`One`, { key: 'rules', action: 'fenced' });
    notices.showOnce('warning', say`Two`, { key: 'rules' });
    assert.deepEqual(shown, ['warning: One {"action":"fenced"}']);
    assert.deepEqual([...notices.keys], ['It was stored.', 'rules']);
  });

  it('are not shown once they are skipped, and all again after /clear', () => {
    const notices = new ShownNotices(outbox);
    notices.skip(say`Skipped`);
    notices.showOnce('info', say`Skipped`);
    assert.deepEqual(shown, []);
    notices.clear();
    notices.showOnce('info', say`Skipped`);
    assert.deepEqual(shown, ['info: Skipped {}']);
  });
});
