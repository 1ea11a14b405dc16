/** Result of typing. */
export interface LineEditorEvents {
  /** Text for the terminal to show. */
  echo(text: string): void;
  /** Text for the command's standard input. */
  send(text: string): void;
  /** Ctrl-D on an empty line. */
  end(): void;
  /** Ctrl-C. */
  interrupt(): void;
}

/** Cursor keys, function keys, pasting marks, and answers of the terminal to questions it was asked. */
const keySequences =
  /\x1b(?:\[[\d;:<=>?]*[ -/]*[@-~]|O[A-Za-z]|[P\]X^_][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?/gs;
const breaks = /\r\n|[\n\r]/;

/**
 * Edits one line as a terminal driver does in line mode, because a command whose input is a pipe has
 * none: shows what is typed, sends whole lines, and knows Backspace, Ctrl-U, Ctrl-C and Ctrl-D.
 */
export function createLineEditor(events: LineEditorEvents): {
  type(data: string): void;
  /** Forgets a line that was not sent. */
  reset(): void;
} {
  let line: string[] = [];
  const erase = (count: number): void => {
    const erased = line.splice(line.length - count, count);
    events.echo('\b \b'.repeat(erased.map(columnsOf).reduce((sum, width) => sum + width, 0)));
  };
  const send = (ending: string): void => {
    const text = line.join('') + ending;
    line = [];
    if (text === '') events.end();
    else events.send(text);
  };
  const press = (key: string): void => {
    switch (key) {
      case '\r':
        events.echo('\r\n');
        send('\n');
        return;
      case '\b':
      case '\x7f':
        erase(Math.min(1, line.length));
        return;
      case '\x15':
        erase(line.length);
        return;
      case '\x03':
        events.echo('^C\r\n');
        line = [];
        events.interrupt();
        return;
      case '\x04':
        send('');
        return;
      default:
        if (key !== '\t' && key < ' ') return;
        line.push(key);
        events.echo(key);
    }
  };
  return {
    type: (data) => {
      const keys = data.replace(keySequences, '').split(breaks).join('\r');
      for (const key of keys) press(key);
    },
    reset: () => {
      line = [];
    },
  };
}

/** East Asian characters and emoji take two columns. */
function columnsOf(character: string): number {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Emoji_Presentation}/u.test(
    character,
  )
    ? 2
    : 1;
}
