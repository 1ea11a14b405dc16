import type { RefObject, TargetedInputEvent, TargetedKeyboardEvent } from 'preact';
import { optionId, suggestionListId } from './suggestion-list';
import type { Suggesting } from './use-suggestions';

/**
 * Where the person types. It stays a text box to the ear, with the suggestions named as its own: a
 * combo box has but one line.
 */
export function MessageInput(props: {
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly suggesting: Suggesting;
  readonly running: boolean;
  readonly changed: () => void;
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => void;
}) {
  const { suggesting, running } = props;
  const isOpen = suggesting.items.length > 0;
  const onInput = (event: TargetedInputEvent<HTMLTextAreaElement>) => {
    props.changed();
    if (!event.isComposing) suggesting.update();
  };
  return (
    <textarea
      ref={props.input}
      rows={1}
      class="composer-input"
      dir="auto"
      aria-label="Message"
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls={isOpen ? suggestionListId : undefined}
      aria-activedescendant={isOpen ? optionId(suggesting.active) : undefined}
      placeholder={
        running ? 'Add a message; it is sent when the turn ends' : 'Ask the agent; @ adds context'
      }
      onInput={onInput}
      onCompositionEnd={suggesting.update}
      onBlur={suggesting.close}
      onPointerDown={suggesting.close}
      onKeyDown={props.onKeyDown}
    />
  );
}
