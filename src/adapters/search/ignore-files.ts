/** Whose rules count most comes first, whatever folder they are in, as for ripgrep. */
export const ignoreFileNames = ['.rgignore', '.ignore', '.gitignore'] as const;

/** What an ignore file says, and from where. */
export interface IgnoreText {
  readonly folder: string;
  readonly name: (typeof ignoreFileNames)[number];
  readonly text: string;
}

/** Nobody writes more rules than that; a longer file leaves nothing out. */
export const maxIgnoreBytes = 128 * 1024;
