import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFences } from '../../../../../src/core/wire/fenced/fenced-calls';

const bash = '```bash\nls\n```';

describe('fenced blocks of a text', () => {
  const found: Readonly<Record<string, string>> = {
    'one that stands alone': bash,
    'one between lines': `Now I look.\n${bash}\nThen more.`,
    'one set in by three spaces': '   ```bash\nls\n   ```',
    'one with a longer fence': '`````bash\nls\n`````',
    'one that closes with more': '```bash\nls\n`````',
    'one with Windows line ends': '```bash\r\nls\r\n```\r\n',
    'one behind an element that ended': `<pre>a</pre>\n<b>x\n</b>\n${bash}`,
    'one behind a parameter of a type': `<T> is a type.\n${bash}`,
    'one behind a line break': `Done.<br>\n<br>\n${bash}`,
    'one behind a comment': `a <!-- b --> c\n${bash}`,
    'one after thoughts': `<think>\n\`\`\`bash\nrm x\n\`\`\`\n</think>\n${bash}`,
    'one after thoughts whose begin the server kept': `I could rm.\n</think>\n${bash}`,
  };
  for (const [what, text] of Object.entries(found)) {
    it(`are read: ${what}`, () => {
      assert.deepEqual(readFences(text), [{ info: 'bash', body: 'ls' }]);
    });
  }

  const quoted: Readonly<Record<string, string>> = {
    'inside a longer fence': `\`\`\`\`markdown\n${bash}\n\`\`\`\``,
    'inside tildes': `~~~\n${bash}\n~~~`,
    'in a quotation': '> ```bash\n> ls\n> ```',
    'as an indented block': '    ```bash\n    ls\n    ```',
    'in a list': '- ```bash\n  ls\n  ```',
    'in a line': 'Run ```bash ls``` now.',
    'without an end': '```bash\nls',
    'ended by less than it began with': '````bash\nls\n```',
    'ended by the other mark': '```bash\nls\n~~~',
    'inside thoughts without an end': `<think>\n${bash}`,
    'in a comment': `<!--\n${bash}\n-->`,
    'in a comment that begins behind words': `The file says <!-- no\n${bash}\n-->`,
    'in a second comment of a line': `<!-- a --> b <!-- c\n${bash}\n--> d`,
    'in a comment without an end': `<!-- a\n${bash}`,
    'in an element that quotes': `<pre>\n${bash}\n</pre>`,
    'in a result that the model made up': `<tool_result name="read" status="completed">\n${bash}\n</tool_result>`,
    'in a document': `<document path="a.md">\nText.\n\n${bash}\n</DOCUMENT>`,
    'after the end of a thought that a thought quotes': `<think>\n</think>\n${bash}\n</think>\nNo.`,
    'inside thoughts': `<think>\n${bash}\n</think>\nNo.`,
    'with backticks in its first line': '```bash `x`\nls\n```',
  };
  for (const [what, text] of Object.entries(quoted)) {
    it(`are not bash ${what}`, () => {
      const read = readFences(text).filter(({ info }) => info === 'bash');
      assert.deepEqual(read, []);
    });
  }

  it('are read in order, and what a block quotes stays in it', () => {
    const text = '```a\n1\n\n2\n```\n~~~b\n```c\n3\n```\n~~~\n```\n4\n```';
    assert.deepEqual(readFences(text), [
      { info: 'a', body: '1\n\n2' },
      { info: 'b', body: '```c\n3\n```' },
      { info: '', body: '4' },
    ]);
  });

  it('never make more than the text has, whatever it is', () => {
    const line = fc.constantFrom('```', '```bash', '~~~', '````', 'ls', '   ```', '</think>', '');
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
        const text = lines.join('\n');
        for (const { body } of readFences(text)) assert.ok(text.includes(body));
      }),
    );
  });
});
