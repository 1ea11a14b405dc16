import assert from 'node:assert/strict';
import { shownLines } from '../../../../../src/core/tools/search/shown-lines';
import { createFakeFiles } from '../../../fakes/files';
import { capabilitiesWith } from '../run-tool';

const drawn = 'kD3vQ9zX1tW7pL2m'.repeat(4);
const block = ['PRIVATE', 'KEY'].join(' ');
const many = 'plain text\n'.repeat(1000);

describe('003-secrets-1: the lines of a search', () => {
  const files = createFakeFiles({
    '/ws/a.yml': 'db:\n  password:\n    "hunter2hunter2"\n  port: 1\n',
    '/ws/key.pem': `${many}-----BEGIN ${block}-----\n${`${drawn}\n`.repeat(30)}-----END ${block}-----\n${many}`,
  });
  const shown = (path: string, line: number, text: string) =>
    shownLines(
      [{ path, line, text, isContext: false }],
      { sessionId: 's', signal: new AbortController().signal },
      capabilitiesWith({ files }),
    );

  it('hide a value whose name is on the line above in the file', async () => {
    assert.deepEqual(await shown('/ws/a.yml', 3, '    "hunter2hunter2"'), [
      '    "[REDACTED:secret]"',
    ]);
    assert.deepEqual(await shown('/ws/a.yml', 4, '  port: 1'), ['  port: 1']);
  });

  it('hide a line from within a key, and none before or behind it', async () => {
    assert.deepEqual(await shown('/ws/key.pem', 1015, drawn), ['[REDACTED:private-key]']);
    assert.deepEqual(await shown('/ws/key.pem', 999, 'plain text'), ['plain text']);
    assert.deepEqual(await shown('/ws/key.pem', 1035, 'plain text'), ['plain text']);
  });

  it('are those that were found, where the file has others or cannot be read', async () => {
    assert.deepEqual(await shown('/ws/a.yml', 3, 'other: 1'), ['other: 1']);
    assert.deepEqual(await shown('/ws/gone', 1, 'x'), ['x']);
  });
});
