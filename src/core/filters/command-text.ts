/** A command as rules see it. */
export interface CommandText {
  readonly whole: string;
  /** The last command of a chain, without its pipes and redirections; undefined when there is none. */
  readonly last: string | undefined;
}
