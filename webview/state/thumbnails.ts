import { signal, type Signal } from '@preact/signals';
import type { ShownImage } from '../../src/core/contracts/panel/state';

/** What a thumbnail shows: nothing yet, nothing ever, or the picture. */
export type Thumbnail = 'none' | 'failed' | ImageBitmap;

/** In pixels: enough for two device pixels each. */
const most = { width: 240, height: 180 };
/** Pictures that are kept; each takes at most 170 KB. */
const maxPictures = 60;

/**
 * Thumbnails of images. The host has the images; the page asks for one at a time, as it comes into
 * view, and keeps only the small picture (decision inert-text).
 */
export class Thumbnails {
  private readonly known = new Map<string, Signal<Thumbnail>>();
  /** Ids in view that have no picture yet, oldest first. */
  private readonly wanted = new Set<string>();
  private readonly inView = new Set<string>();
  private asked: string | undefined;
  private age = 0;

  constructor(
    private readonly ask: (attachmentId: string) => void,
    private readonly decode = decodeSmall,
  ) {}

  of(attachmentId: string): Signal<Thumbnail> {
    let found = this.known.get(attachmentId);
    if (found === undefined) {
      found = signal<Thumbnail>('none');
      this.known.set(attachmentId, found);
    }
    return found;
  }

  setInView(attachmentId: string, isInView: boolean): void {
    if (!isInView) {
      this.inView.delete(attachmentId);
      this.wanted.delete(attachmentId);
      return;
    }
    this.inView.add(attachmentId);
    if (this.of(attachmentId).peek() !== 'none') return;
    this.wanted.add(attachmentId);
    this.next();
  }

  /** The host has answered; undefined: it has no image that can be drawn. */
  async receive(attachmentId: string, image: ShownImage | undefined): Promise<void> {
    const { age } = this;
    const picture = image && (await this.decode(image).catch(() => undefined));
    if (age !== this.age) {
      picture?.close();
      return;
    }
    this.wanted.delete(attachmentId);
    this.put(attachmentId, picture ?? 'failed');
    this.asked = undefined;
    this.next();
  }

  /** A new snapshot: an answer may be lost. `isOther`: ids name other images now. */
  restart(isOther: boolean): void {
    this.age += 1;
    this.asked = undefined;
    if (isOther) {
      for (const id of [...this.known.keys()]) this.put(id, 'none');
      for (const id of this.inView) this.wanted.add(id);
    }
    this.next();
  }

  private next(): void {
    const [id] = this.wanted;
    if (this.asked !== undefined || id === undefined) return;
    this.asked = id;
    this.ask(id);
  }

  private put(attachmentId: string, thumbnail: Thumbnail): void {
    const held = this.of(attachmentId);
    const before = held.peek();
    // The newest is last: the oldest out of view goes first.
    this.known.delete(attachmentId);
    this.known.set(attachmentId, held);
    held.value = thumbnail;
    if (typeof before !== 'string') before.close();
    if (typeof thumbnail !== 'string') this.forgetOld();
  }

  private forgetOld(): void {
    const pictures = [...this.known].filter(([, { value }]) => typeof value !== 'string');
    const old = pictures.filter(([id]) => !this.inView.has(id));
    for (const [id] of old.slice(0, Math.max(0, pictures.length - maxPictures))) {
      this.put(id, 'none');
    }
  }
}

/** Draws only what a decoder of the browser makes of the bytes: nothing is loaded or run. */
async function decodeSmall({ mediaType, data, width, height }: ShownImage): Promise<ImageBitmap> {
  const text = atob(data);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  // The other side follows from the picture itself.
  const isWide = width / most.width >= height / most.height;
  const size = isWide
    ? { resizeWidth: Math.min(width, most.width) }
    : { resizeHeight: Math.min(height, most.height) };
  return createImageBitmap(new Blob([bytes], { type: mediaType }), {
    ...size,
    resizeQuality: 'medium',
  });
}
