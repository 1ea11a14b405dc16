/** One `input` event: what was done, and the text that it led to. */
export interface Edit extends Pick<InputEvent, 'inputType' | 'data' | 'isTrusted'> {
  readonly value: string;
}

/**
 * Whether a text is still keyed in as a whole (decision 75). What is pasted, dropped, replaced by the
 * spelling check, brought back by Undo or of unknown origin taints it until it is empty again.
 */
export function stillKeyed(wasKeyed: boolean, edit: Edit): boolean {
  return edit.value === '' || (wasKeyed && edit.isTrusted && isKeystroke(edit));
}

function isKeystroke({ inputType, data }: Edit): boolean {
  switch (inputType) {
    case 'insertText':
      return Array.from(data ?? '').length === 1;
    // An input method commits a word; several at once may be a phrase from its memory.
    case 'insertCompositionText':
    case 'insertFromComposition':
      return !/\s/.test(data ?? '');
    case 'insertLineBreak':
    case 'insertParagraph':
      return true;
    default:
      return inputType.startsWith('delete');
  }
}
