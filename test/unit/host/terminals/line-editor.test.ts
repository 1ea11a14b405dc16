import assert from 'node:assert/strict';
import { createLineEditor } from '../../../../src/host/terminals/line-editor';

function typed(...data: readonly string[]) {
  const log: string[] = [];
  let echoed = '';
  const editor = createLineEditor({
    echo: (text) => (echoed += text),
    send: (text) => log.push(`send ${JSON.stringify(text)}`),
    end: () => log.push('end'),
    interrupt: () => log.push('interrupt'),
  });
  for (const text of data) editor.type(text);
  return { log, echoed };
}

describe('typing into a terminal', () => {
  it('shows what is typed and sends the line on Enter', () => {
    assert.deepEqual(typed('y', 'es', '\r'), { log: ['send "yes\\n"'], echoed: 'yes\r\n' });
  });

  it('sends every line of what is pasted', () => {
    const { log } = typed('\x1b[200~one\r\ntwo\nthr\x1b[201~', 'ee\r');
    assert.deepEqual(log, ['send "one\\n"', 'send "two\\n"', 'send "three\\n"']);
  });

  it('takes the last character back, and its columns on the screen', () => {
    assert.deepEqual(typed('ab\x7f\x7f\x7fc\r'), {
      log: ['send "c\\n"'],
      echoed: 'ab\b \b\b \bc\r\n',
    });
    assert.equal(typed('界\x7f😀\x7f').echoed, '界\b \b\b \b😀\b \b\b \b');
  });

  it('takes the whole line back on Ctrl-U', () => {
    assert.deepEqual(typed('abc\x15d\r').log, ['send "d\\n"']);
  });

  it('interrupts on Ctrl-C and forgets the line', () => {
    const { log, echoed } = typed('abc\x03', 'd\r');
    assert.deepEqual(log, ['interrupt', 'send "d\\n"']);
    assert.equal(echoed, 'abc^C\r\nd\r\n');
  });

  it('ends the input on Ctrl-D, and only sends the line when there is one', () => {
    assert.deepEqual(typed('abc\x04', '\x04').log, ['send "abc"', 'end']);
  });

  it('ignores cursor keys and answers of the terminal', () => {
    const { log, echoed } = typed(
      'a\x1b[A',
      '\x1bOP\x1b[1;5C',
      '\x1b[?1;2c\x1bP1$r0m\x1b\\b\x07\r',
    );
    assert.deepEqual([log, echoed], [['send "ab\\n"'], 'ab\r\n']);
  });
});
