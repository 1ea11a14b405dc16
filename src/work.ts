import type { Base, Watchers } from './host/compose/base';
import { composeWork as compose, type Work } from './host/compose/work';

/** The second stage: a bundle of its own, loaded when the panel or a command first needs it. */
export function composeWork(base: Base, watchers: Watchers): Work {
  return compose(base, watchers, {
    webTools: () => import('./web-tools'),
    mcp: () => import('./mcp'),
  });
}
export { setLanguage } from './host/window/language';
