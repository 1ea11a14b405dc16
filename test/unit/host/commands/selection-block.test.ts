import assert from 'node:assert/strict';
import { readTypedText } from '../../../../src/core/agent/direct-call';
import { selectionBlock } from '../../../../src/host/commands/selection-block';

const selected = { path: 'src/a.ts', firstLine: 3, lastLine: 4, language: 'typescript' };

describe('selectionBlock', () => {
  it('names path and lines above the fenced text', () => {
    assert.equal(
      selectionBlock({ ...selected, text: 'let a;\nlet b;' }),
      'src/a.ts:3-4\n```typescript\nlet a;\nlet b;\n```\n',
    );
  });

  it('names one line as one', () => {
    assert.match(selectionBlock({ ...selected, lastLine: 3, text: 'x\n' }), /^src\/a\.ts:3\n/);
  });

  it('fences the text so that it cannot close the fence', () => {
    const block = selectionBlock({ ...selected, text: '````\nout' });
    assert.match(block, /\n`````typescript\n/);
    assert.match(block, /\n`````\n$/);
  });

  for (const path of ['!touch pwned #/a.ts', ' !id', '\n!id', '\u00a0!id', '/tool bash {}']) {
    it(`a file named ${JSON.stringify(path)} does not type a call`, () => {
      const block = selectionBlock({ ...selected, path, text: 'x' });
      assert.deepEqual(readTypedText(block), { type: 'message' });
    });
  }
});
