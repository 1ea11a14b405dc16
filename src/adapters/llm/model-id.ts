import type { HttpProvider } from '../../core/ports/model-lists';
import { providers } from './providers';

/** What an id in `gatehouse.model` names. */
export type ModelId =
  | { readonly kind: 'replay' }
  /** `name` is `vendor/id`. */
  | { readonly kind: 'vscode'; readonly name: string }
  | { readonly kind: 'server'; readonly provider: HttpProvider; readonly name: string };

/** Undefined when it names nothing. A model's own name may hold slashes. */
export function parseModelId(modelId: string): ModelId | undefined {
  if (modelId === 'replay') return { kind: 'replay' };
  const [, first, name] = /^([a-z]+)\/(.+)$/.exec(modelId) ?? [];
  if (first === undefined || name === undefined) return undefined;
  if (first === 'vscode') return name.includes('/') ? { kind: 'vscode', name } : undefined;
  const provider = Object.values(providers).find(({ id }) => id === first);
  return provider === undefined ? undefined : { kind: 'server', provider: provider.id, name };
}
