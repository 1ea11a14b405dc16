import type { OverflowStore } from '../../core/ports/overflow-store';

/** In characters. */
const sliceLimit = 500_000;
const maxChars = 20_000_000;

/** The whole text behind a card whose output was too long for the model; undefined when gone. */
export async function readOverflowText(
  store: Pick<OverflowStore, 'read'>,
  conversationId: string,
  id: string,
): Promise<string | undefined> {
  const parts: string[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined && offset < maxChars) {
    const slice = await store.read({ conversationId, id, offset, limit: sliceLimit });
    if (!slice.ok) return parts.length === 0 ? undefined : parts.join('');
    parts.push(slice.value.text);
    const next: number | undefined = slice.value.nextOffset;
    offset = next !== undefined && next > offset ? next : undefined;
  }
  return parts.join('');
}
