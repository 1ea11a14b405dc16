import type { ContentBlock } from '../../../core/contracts/chats/acp';
import type { AttachmentItem, ShownImage } from '../../../core/contracts/panel/state';
import { fail, succeed, type Result } from '../../../core/contracts/failure';
import { estimateTokens } from '../../../core/base/estimate-tokens';
import { fileTypeOf } from '../../../core/base/file-type';
import { sizeOf } from '../../../core/base/wording';
import type { MessageContext } from '../../context/context-parts';
import { shownLine } from '../transcript/display-text';
import { shown, t } from '../../window/language';

/** Context of a message: its form on the page, and its form for the agent. */
export interface Attachment {
  readonly item: AttachmentItem;
  readonly block: ContentBlock;
}

/** A failure is a sentence for the user. */
type Attached<T> = Result<T, string>;

const maxAttachments = 20;
const maxImages = 10;

/** The list with one more item at its end; duplicates are ignored. */
export function withAttachment(
  list: readonly Attachment[],
  added: Attachment,
): Attached<readonly Attachment[]> {
  if (list.some(({ block }) => isSame(block, added.block))) return succeed(list);
  const { label, kind } = added.item;
  if (list.length >= maxAttachments) {
    return fail(
      t(
        '“{0}” was not added: a message can have at most {1} pieces of context.',
        label,
        maxAttachments,
      ),
    );
  }
  if (kind === 'image' && list.filter(({ item }) => item.kind === kind).length >= maxImages) {
    return fail(t('“{0}” was not added: a message can have at most {1} images.', label, maxImages));
  }
  return succeed([...list, added]);
}

function isSame(one: ContentBlock, other: ContentBlock): boolean {
  if (one.type === 'image') return other.type === 'image' && other.data === one.data;
  if (one.type !== 'resource' || other.type !== 'resource') return false;
  const [a, b] = [one.resource, other.resource];
  return a.uri === b.uri && 'text' in a && 'text' in b && a.text === b.text;
}

/** In bytes; the limit of the vendors. */
const maxImageSize = 5 * 1024 * 1024;
const maxLabelChars = 200;
const maxDetail = 4096;

/** The first characters of these formats in base64: the page's own label is not trusted. */
const imageFormats = [
  { name: 'PNG', mimeType: 'image/png', begin: /^iVBORw0KGgo/ },
  { name: 'JPEG', mimeType: 'image/jpeg', begin: /^\/9j\// },
  { name: 'GIF', mimeType: 'image/gif', begin: /^R0lGOD[dl]h/ },
  { name: 'WebP', mimeType: 'image/webp', begin: /^UklGR.{6}XRUJQ/ },
] as const;

export const imageRefused = (): string =>
  t('The image was not added: models accept PNG, JPEG, GIF and WebP files of at most 5 MB.');

export function contextAttachment(part: MessageContext, attachmentId: string): Attachment {
  const { kind, label, detail, uri, text, reads } = part;
  return {
    item: {
      attachmentId,
      kind,
      label: shownLine(label, maxLabelChars),
      detail: shownLine(detail, maxDetail),
      // What the agent reads later has no size yet.
      ...(text !== '' && { tokens: estimateTokens(text) }),
    },
    block: {
      type: 'resource',
      resource: { uri, text, mimeType: 'text/plain' },
      // A stored message then shows it as it was sent.
      _meta: { gatehouse: { kind, label, detail, ...(reads && { reads }) } },
    },
  };
}

export function imageAttachment(data: string, attachmentId: string): Attached<Attachment> {
  const format = imageFormats.find(({ begin }) => begin.test(data.slice(0, 20)));
  if (format === undefined || data.length % 4 !== 0) return fail(imageRefused());
  const size = (data.length / 4) * 3 - (/=*$/.exec(data.slice(-2))?.[0].length ?? 0);
  if (size > maxImageSize) return fail(imageRefused());
  const { name, mimeType } = format;
  return succeed({
    item: {
      attachmentId,
      kind: 'image',
      label: `${name}, ${shown(sizeOf(size))}`,
      detail: t('Pasted image'),
    },
    block: { type: 'image', data, mimeType },
  });
}

/** A larger image would fill the memory of the page once it is decoded. */
const maxPixels = 50_000_000;

/** An image for a thumbnail; undefined if its head gives no size, or one that is too large. */
export function shownImage({ block }: Attachment): ShownImage | undefined {
  if (block.type !== 'image') return undefined;
  const { data, mimeType: mediaType } = block;
  const pixels = fileTypeOf(Buffer.from(data, 'base64'))?.pixels;
  if (pixels === undefined || pixels.width * pixels.height > maxPixels) return undefined;
  return { mediaType, data, ...pixels };
}
