import type { ContentBlock } from '../../core/contracts/acp';
import type { AttachmentItem } from '../../core/contracts/panel';
import { fail, succeed, type Result } from '../../core/contracts/result';

/** Context of a message: what the page shows of it, and what the agent is sent. */
export interface Attachment {
  readonly item: AttachmentItem;
  readonly block: ContentBlock;
}

/** A failure is a sentence for the person. */
export type Attached<T> = Result<T, string>;

const maxAttachments = 20;
const maxImages = 10;

/** The list with one more at its end; the same twice adds nothing. */
export function withAttachment(
  list: readonly Attachment[],
  added: Attachment,
): Attached<readonly Attachment[]> {
  if (list.some(({ block }) => isSame(block, added.block))) return succeed(list);
  const { label, kind } = added.item;
  if (list.length >= maxAttachments) {
    return fail(`“${label}” was not added: a message takes ${maxAttachments} pieces of context.`);
  }
  if (kind === 'image' && list.filter(({ item }) => item.kind === kind).length >= maxImages) {
    return fail(`“${label}” was not added: a message takes ${maxImages} images.`);
  }
  return succeed([...list, added]);
}

function isSame(one: ContentBlock, other: ContentBlock): boolean {
  if (one.type === 'image') return other.type === 'image' && other.data === one.data;
  if (one.type !== 'resource' || other.type !== 'resource') return false;
  const [a, b] = [one.resource, other.resource];
  return a.uri === b.uri && 'text' in a && 'text' in b && a.text === b.text;
}
