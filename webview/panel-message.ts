import type { PanelMessage } from '../src/core/contracts/panel';

const types: readonly unknown[] = [
  'snapshot',
  'patch',
  'insert',
  'suggestions',
  'reveal',
  'focus',
] satisfies readonly PanelMessage['type'][];

/** Tells the host's messages from others that reach the page; the host itself is trusted. */
export function isPanelMessage(data: unknown): data is PanelMessage {
  if (typeof data !== 'object' || data === null) return false;
  return 'type' in data && 'seq' in data && types.includes(data.type);
}
