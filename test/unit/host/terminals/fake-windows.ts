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

/** What a window shows, without colours. */
export function plainText(window: { readonly text: string } | undefined): string {
  return (window?.text ?? '').replace(/\x1b\[\d*m/g, '').replaceAll('\r\n', '\n');
}
