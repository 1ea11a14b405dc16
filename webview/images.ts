import type { PanelRequest } from '../src/core/contracts/panel-requests';
import { cutLine } from './format';

type ImageType = Extract<PanelRequest, { readonly type: 'attachImage' }>['mediaType'];

export const imageTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
] as const satisfies readonly ImageType[];

/** 5 MB, which vendors take. */
const maxBytes = 5 * 1024 * 1024;
/** In characters. */
const maxName = 80;

export type JudgedImage =
  | { readonly ok: true; readonly mediaType: ImageType }
  | { readonly ok: false; readonly message: string };

/** Tells an image that can go with a message from everything else, and says why not. */
export function judgeImage(file: Pick<File, 'name' | 'type' | 'size'>): JudgedImage {
  const refuse = (why: string): JudgedImage => {
    return { ok: false, message: `“${cutLine(file.name, maxName)}” was not added: ${why}` };
  };
  const mediaType = imageTypes.find((type) => type === file.type);
  if (mediaType === undefined) {
    return refuse('only PNG, JPEG, GIF and WebP images can be. Use @ for other files.');
  }
  if (file.size === 0) return refuse('it is empty.');
  if (file.size > maxBytes) {
    const megabytes = (Math.ceil((file.size / 1024 / 1024) * 10) / 10).toFixed(1);
    return refuse(`it has ${megabytes} MB, and 5 MB is the most that models take.`);
  }
  return { ok: true, mediaType };
}

/** The content of a file in base64; rejects when it cannot be read. */
export function readBase64(file: Blob): Promise<string> {
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
