export interface EditArguments {
  readonly path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

/** A text with its replacements. */
export interface EditedText {
  readonly text: string;
  readonly count: number;
  /** Numbers of the cells of a notebook that changed, counted from 1. */
  readonly cells?: readonly number[];
}
