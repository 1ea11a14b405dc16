import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AttachmentItem } from '../../src/core/contracts/panel/state';
import { Icon } from '../base/buttons';
import { usePage } from '../state/page-context';

/** A small picture of an attached image, while it is in view; an icon if it cannot be drawn. */
export function ImageThumbnail({ item }: { readonly item: AttachmentItem }) {
  const { store } = usePage();
  const { attachmentId } = item;
  const thumbnail = store.thumbnails.of(attachmentId).value;
  const box = useRef<HTMLSpanElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      store.thumbnails.setInView(attachmentId, entries.at(-1)?.isIntersecting === true);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      store.thumbnails.setInView(attachmentId, false);
    };
  }, [attachmentId]);

  useLayoutEffect(() => {
    if (canvas.current === null || typeof thumbnail === 'string') return;
    canvas.current.width = thumbnail.width;
    canvas.current.height = thumbnail.height;
    canvas.current.getContext('2d')?.drawImage(thumbnail, 0, 0);
  }, [thumbnail]);

  return (
    <span class={`thumbnail ${thumbnail === 'failed' ? 'is-plain' : ''}`} ref={box}>
      {typeof thumbnail === 'string' ? (
        <Icon name="file-media" />
      ) : (
        <canvas ref={canvas} role="img" aria-label="Thumbnail" />
      )}
    </span>
  );
}
