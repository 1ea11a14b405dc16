import type { OpenWindow, WindowEvents } from '../../../../src/host/terminals/session-screens';

/** Terminals of nobody: what they show, and what a person does to them. */
export function createFakeWindows() {
  const windows: FakeWindow[] = [];
  const open: OpenWindow = (title, events) => {
    const window: FakeWindow = { title, text: '', shown: [], isDisposed: false, ...events };
    windows.push(window);
    return {
      write: (text) => (window.text += text),
      show: ({ takeFocus }) => window.shown.push(takeFocus ? 'focus' : 'show'),
      dispose: () => {
        window.isDisposed = true;
        events.closed();
      },
    };
  };
  return { windows, open };
}

interface FakeWindow extends WindowEvents {
  readonly title: string;
  text: string;
  readonly shown: string[];
  isDisposed: boolean;
}

/** The first words of every terminal. */
const greeting = 'Output in this terminal is not redacted. Press Ctrl+C to stop a command.\n\n';

/** What a window shows below its greeting, without colours; all of it where there is no greeting. */
export function plainText(window: { readonly text: string } | undefined): string {
  const text = (window?.text ?? '').replace(/\x1b\[\d*m/g, '').replaceAll('\r\n', '\n');
  return text.startsWith(greeting) ? text.slice(greeting.length) : text;
}
