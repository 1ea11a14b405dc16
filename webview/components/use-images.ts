import type { TargetedClipboardEvent, TargetedDragEvent } from 'preact';
import { useState } from 'preact/hooks';
import { judgeImage, readBase64 } from '../images';
import { usePage } from '../page';

/** Images that are pasted into the composer, dropped on it, or chosen. */
export function useImages() {
  const { post } = usePage();
  /** Why the last ones were not added. */
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
          () => refuse(`“${file.name}” was not added: it cannot be read.`),
        );
      }
    }
  };

  const onPaste = (event: TargetedClipboardEvent<HTMLElement>) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // An office program puts a picture beside its text; a file manager puts the name of the file.
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
