import type { TargetedClipboardEvent, TargetedDragEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import { cutLine, formatMegabytes } from '../text/format';
import { usePage } from '../state/page-context';
import { t } from '../l10n/l10n';

type ImageType = Extract<PanelRequest, { readonly type: 'attachImage' }>['mediaType'];

export const imageTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
] as const satisfies readonly ImageType[];

/** 5 MB, which vendors take. */
const maxBytes = 5 * 1024 * 1024;
const maxNameChars = 80;

export type JudgedImage =
  | { readonly ok: true; readonly mediaType: ImageType }
  | { readonly ok: false; readonly message: string };

/** Accepts an image that a message can carry, or gives the reason why not. */
export function judgeImage(file: Pick<File, 'name' | 'type' | 'size'>): JudgedImage {
  const name = cutLine(file.name, maxNameChars);
  const refuse = (message: string): JudgedImage => ({ ok: false, message });
  const mediaType = imageTypes.find((type) => type === file.type);
  if (mediaType === undefined) {
    return refuse(t('image.wrongType', { name }));
  }
  if (file.size === 0) return refuse(t('image.empty', { name }));
  if (file.size > maxBytes) {
    const [size, most] = [formatMegabytes(file.size), formatMegabytes(maxBytes)];
    return refuse(t('image.tooLarge', { name, size, most }));
  }
  return { ok: true, mediaType };
}

/** The content of a file in base64; rejects when it cannot be read. */
function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.onload = () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.readAsDataURL(file);
  });
}

/** Images that are pasted into the composer, dropped on it, or chosen. */
export function useImages() {
  const { post } = usePage();
  /** The reason the last ones were not added. */
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);

  const add = (files: readonly File[]) => {
    setRefusals([]);
    for (const file of files) {
      const judged = judgeImage(file);
      const refuse = (message: string) => setRefusals((known) => [...known, message]);
      if (!judged.ok) refuse(judged.message);
      else {
        readBase64(file).then(
          (data) => post({ type: 'attachImage', mediaType: judged.mediaType, data }),
          () => refuse(t('image.unreadable', { name: cutLine(file.name, maxNameChars) })),
        );
      }
    }
  };

  const onPaste = (event: TargetedClipboardEvent<HTMLElement>) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // Office programs copy a picture along with the text; file managers copy the file name.
    const isText = text !== '' && !files.some(({ name }) => text.includes(name));
    if (files.length === 0 || isText) return;
    event.preventDefault();
    add(files);
  };
  const onDragOver = (event: TargetedDragEvent<HTMLElement>) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: TargetedDragEvent<HTMLElement>) => {
    setOver(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };

  return {
    add,
    refusals,
    isOver,
    forgive: () => setRefusals([]),
    handlers: { onPaste, onDragOver, onDrop, onDragLeave: () => setOver(false) },
  };
}
