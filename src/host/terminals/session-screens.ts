import { escapeControlInline } from '../../core/base/escape-control';
import { cutEnd } from '../../core/base/text-lines';
import type { Clock } from '../../core/ports/system';
import { Screen } from './screen';

const maxTitle = 40;

/** A terminal as the user sees it. */
export interface TerminalWindow {
  write(text: string): void;
  show(options: { readonly takeFocus: boolean }): void;
  dispose(): void;
}

export interface WindowEvents {
  opened(): void;
  /** The user closed it, or it was disposed. */
  closed(): void;
  typed(data: string): void;
}

export type OpenWindow = (title: string, events: WindowEvents) => TerminalWindow;

/** A screen that is reserved for one command. */
export interface ScreenLease {
  readonly screen: Screen;
  /** The command has ended; the screen is free for the next one. */
  release(): void;
}

/** The terminals of every chat: one, plus one for each concurrent command. */
export interface SessionScreens {
  /** `onClosed` is called when the terminal is closed while it is reserved. */
  take(sessionId: string, terminalId: string, onClosed: () => void): ScreenLease;
  /** Shows the terminal that a command ran in; nothing when it is closed. */
  reveal(terminalId: string): void;
  endSession(sessionId: string): void;
  dispose(): void;
}

export interface SessionScreensDeps {
  readonly clock: Clock;
  readonly openWindow: OpenWindow;
  readonly chatTitle: (sessionId: string) => string | undefined;
}

interface Slot {
  readonly sessionId: string;
  readonly screen: Screen;
  readonly window: TerminalWindow;
  /** Every command that ran in it. */
  readonly terminalIds: Set<string>;
  /** Set while it is reserved. */
  onClosed: (() => void) | undefined;
}

export function createSessionScreens(deps: SessionScreensDeps): SessionScreens {
  const slots = new Set<Slot>();
  /** Chats whose terminal has come into view once; later ones stay where they are. */
  const seen = new Set<string>();

  const openSlot = (sessionId: string): Slot => {
    const count = [...slots].filter((slot) => slot.sessionId === sessionId).length;
    const title = windowTitle(deps.chatTitle(sessionId), count);
    const window = deps.openWindow(title, {
      opened: () => screen.opened(),
      typed: (data) => screen.typed(data),
      closed: () => {
        if (slots.delete(slot)) forget(slot);
      },
    });
    const screen = new Screen(deps.clock, (text) => window.write(text));
    const slot: Slot = { sessionId, screen, window, terminalIds: new Set(), onClosed: undefined };
    slots.add(slot);
    if (!seen.has(sessionId)) window.show({ takeFocus: false });
    seen.add(sessionId);
    return slot;
  };
  const forget = (slot: Slot): void => {
    slot.screen.dispose();
    slot.onClosed?.();
  };
  const close = (slot: Slot): void => {
    slots.delete(slot);
    slot.window.dispose();
    forget(slot);
  };

  return {
    take: (sessionId, terminalId, onClosed) => {
      const idle = [...slots].find(
        (slot) => slot.sessionId === sessionId && slot.onClosed === undefined,
      );
      const slot = idle ?? openSlot(sessionId);
      slot.terminalIds.add(terminalId);
      slot.onClosed = onClosed;
      return { screen: slot.screen, release: () => (slot.onClosed = undefined) };
    },
    reveal: (terminalId) => {
      const slot = [...slots].find(({ terminalIds }) => terminalIds.has(terminalId));
      slot?.window.show({ takeFocus: true });
    },
    endSession: (sessionId) => {
      for (const slot of slots) if (slot.sessionId === sessionId) close(slot);
      seen.delete(sessionId);
    },
    dispose: () => {
      for (const slot of slots) close(slot);
    },
  };
}

function windowTitle(chatTitle: string | undefined, others: number): string {
  const title = cutEnd(escapeControlInline(chatTitle ?? '').trim(), maxTitle);
  const number = others === 0 ? '' : ` (${String(others + 1)})`;
  return `Gatehouse${title === '' ? '' : `: ${title}`}${number}`;
}
