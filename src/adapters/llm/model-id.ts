import { httpProviders, type HttpProvider } from '../../core/contracts/models';

/** A parsed id of `gatehouse.model`. */
export type ModelId =
  | { readonly kind: 'none' }
  | { readonly kind: 'replay' }
  | { readonly kind: 'server'; readonly provider: HttpProvider; readonly model: string }
  | { readonly kind: 'vscode'; readonly vendor: string; readonly model: string }
  | { readonly kind: 'unknown'; readonly id: string };

export function parseModelId(id: string): ModelId {
  const trimmed = id.trim();
  if (trimmed === '') return { kind: 'none' };
  if (trimmed === 'replay') return { kind: 'replay' };
  const [prefix, name] = splitAtSlash(trimmed);
  const provider = httpProviders.find((each) => each === prefix);
  if (provider !== undefined && name !== '') return { kind: 'server', provider, model: name };
  const [vendor, model] = splitAtSlash(name);
  if (prefix === 'vscode' && vendor !== '' && model !== '') {
    return { kind: 'vscode', vendor, model };
  }
  return { kind: 'unknown', id: trimmed };
}

/** Model names may contain slashes. */
function splitAtSlash(text: string): readonly [string, string] {
  const at = text.indexOf('/');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

export function serverModelId(provider: HttpProvider, model: string): string {
  return `${provider}/${model}`;
}

export function vscodeModelId(vendor: string, model: string): string {
  return `vscode/${vendor}/${model}`;
}
