import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** What the host takes. */
const maxTitle = 200;

/** Renames a chat in its place. Enter saves, Escape leaves it; a chat must have a name. */
export function RenameChat(props: {
  readonly title: string;
  readonly save: (title: string) => void;
  readonly close: (isByKey: boolean) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const [isBlank, setBlank] = useState(false);

  // Before the next key, which belongs to the name.
  useLayoutEffect(() => input.current?.select(), []);

  const close = (isByKey: boolean) => {
    // Taking the input away takes its focus away, which would end it twice.
    isDone.current = true;
    props.close(isByKey);
  };
  const save = (isByKey: boolean) => {
    const title = input.current?.value.trim() ?? '';
    if (title !== '' && title !== props.title) props.save(title);
    close(isByKey);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.isComposing) return;
    event.stopPropagation();
    if (event.key === 'Escape') close(true);
    else if (event.key !== 'Enter') return;
    else if (event.currentTarget.value.trim() === '') setBlank(true);
    else save(true);
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={input}
        class="input rename"
        aria-label="New name"
        aria-invalid={isBlank}
        aria-description="Enter saves, Escape leaves the name as it is."
        maxLength={maxTitle}
        dir="auto"
        spellcheck={false}
        defaultValue={props.title.slice(0, maxTitle)}
        onInput={(event) => setBlank(event.currentTarget.value.trim() === '')}
        onKeyDown={onKeyDown}
        onBlur={() => isDone.current || save(false)}
      />
      {isBlank && (
        <span class="rename-problem" role="alert">
          A chat must have a name.
        </span>
      )}
    </>
  );
}
