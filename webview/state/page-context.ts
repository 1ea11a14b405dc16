import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import type { PanelStore } from './panel-store';

/** Shared by every component: the state, and VS Code's own `postMessage` to the host. */
export interface PanelContext {
  readonly store: PanelStore;
  readonly post: (request: PanelRequest) => void;
}

export const PageContext = createContext<PanelContext | undefined>(undefined);

export function usePage(): PanelContext {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('A component was rendered outside of PageContext.');
  return page;
}

/** Calls the listener at once, not with the next rendering: a key may arrive before that. */
export function useSubscription<T>(subject: ReadonlySignal<T>, listener: (value: T) => void): void {
  useLayoutEffect(() => subject.subscribe(listener), []);
}
