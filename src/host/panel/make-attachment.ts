import { estimateTokens } from '../../core/base/estimate-tokens';
import { escapeControlInline } from '../../core/base/escape-control';
import { formatSize } from '../../core/base/format-size';
import { fail, succeed } from '../../core/contracts/result';
import type { MessageContext } from '../context/types';
import type { Attached, Attachment } from './attachments';
import { cutMarked } from './card-text';

/** In bytes; what vendors take. */
const maxImageSize = 5 * 1024 * 1024;
/** In characters. */
const maxLabel = 200;
const maxDetail = 4096;

/** How base64 of these formats begins: what a page calls an image is not believed. */
const imageFormats = [
  { name: 'PNG', mimeType: 'image/png', begin: /^iVBORw0KGgo/ },
  { name: 'JPEG', mimeType: 'image/jpeg', begin: /^\/9j\// },
  { name: 'GIF', mimeType: 'image/gif', begin: /^R0lGOD[dl]h/ },
  { name: 'WebP', mimeType: 'image/webp', begin: /^UklGR.{6}XRUJQ/ },
] as const;

export const imageRefused =
  'The image was not added: models take PNG, JPEG, GIF and WebP files of at most 5 MB.';

export function contextAttachment(part: MessageContext, attachmentId: string): Attachment {
  const { kind, label, detail, uri, text } = part;
  return {
    item: {
      attachmentId,
      kind,
      label: shown(label, maxLabel),
      detail: shown(detail, maxDetail),
      tokens: estimateTokens(text),
    },
    block: {
      type: 'resource',
      resource: { uri, text, mimeType: 'text/plain' },
      // So that a stored message shows it as it was sent.
      _meta: { gatehouse: { kind, label, detail } },
    },
  };
}

export function imageAttachment(data: string, attachmentId: string): Attached<Attachment> {
  const format = imageFormats.find(({ begin }) => begin.test(data.slice(0, 20)));
  if (format === undefined || data.length % 4 !== 0) return fail(imageRefused);
  const size = (data.length / 4) * 3 - (/=*$/.exec(data.slice(-2))?.[0].length ?? 0);
  if (size > maxImageSize) return fail(imageRefused);
  const { name, mimeType } = format;
  return succeed({
    item: {
      attachmentId,
      kind: 'image',
      label: `${name}, ${formatSize(size)}`,
      detail: 'Pasted image',
    },
    block: { type: 'image', data, mimeType },
  });
}

function shown(text: string, maxChars: number): string {
  return cutMarked(escapeControlInline(text), maxChars);
}
