/** One word of a command as the program gets it, after quotes and escapes. */
export interface ShellWord {
  /** The decoded argument; as written where the shell would compute it. */
  readonly text: string;
  /** False when the shell computes it: a variable, a glob, a brace list, a substitution. */
  readonly known: boolean;
}

/** Something that lets an allow rule not be enough (decisions shell-words to shell-hazards). */
export interface ShellHazard {
  /** For people: what could happen, `--output writes a file`. */
  readonly reason: string;
  /**
   * Words that a person's own allow pattern must contain, each as it is written, to mean exactly
   * this. Absent: no rule lifts it.
   */
  readonly liftedBy?: readonly string[];
  /**
   * It stands only where this folder is another than the folder of the call: git reads the settings
   * of the repository it runs in, and `cd` into the workspace itself changes nothing.
   */
  readonly unlessFolder?: string;
}

/** A path that a command names (decisions shell-redirections and shell-paths). */
export interface ShellPath {
  /** Absolute, or relative to the folder of the call; what `cd` changes is in it already. */
  readonly given: string;
  readonly access: 'read' | 'write';
  /** True when the word surely is a path; false for a word that only may be one. */
  readonly certain: boolean;
  /** True for the target of a redirection: a write to it asks at least. */
  readonly redirected: boolean;
}

/** One sub-command: what rules are tried on (decision 5). */
export interface ShellPart {
  /** Program first. Empty for a statement that runs none, such as an assignment. */
  readonly words: readonly ShellWord[];
  /** The source text of the statement. */
  readonly raw: string;
  /**
   * Further texts by which a rule that tightens may name it: with its wrappers and assignments,
   * and as written.
   */
  readonly forms: readonly string[];
  /**
   * `decides`: must be allowed. `tightens`: deny and ask rules count, and an allow is neither
   * needed nor enough (a wrapper whose inner command decides, or a command behind `sudo`).
   */
  readonly role: 'decides' | 'tightens';
  readonly hazards: readonly ShellHazard[];
  readonly paths: readonly ShellPath[];
  /** True when it is a write command (000-transaction-2) or has a redirection that writes. */
  readonly writes: boolean;
  /** Set when a redirection writes to a file that only the shell knows. */
  readonly writesAnywhere?: true;
}

/** A construct that is refused before any rule is read (decision 11). */
export interface BlockedConstruct {
  readonly kind: 'substitution' | 'here-string' | 'builtin';
  /** As written, at most 80 characters. */
  readonly text: string;
  /** For the model and for people: what it is, and what to use instead. */
  readonly reason: string;
}

/**
 * What a command would do, read from its syntax tree. Plain data, made once for a call; it speaks
 * of exactly `text`, which is what runs (decision shell-same-text).
 */
export interface ShellAnalysis {
  readonly text: string;
  /** `unread` when there was no grammar: then only the text is judged, and nothing is allowed. */
  readonly state: 'read' | 'unread';
  /** Why it asks whatever the rules say: odd bytes, an error of the grammar, an unknown node. */
  readonly doubts: readonly string[];
  readonly blocked: readonly BlockedConstruct[];
  /**
   * The words of the command whose output ends the text, joined by blanks: the last of the list at
   * its top that prints, of a pipeline the one behind which only text filters stand; without
   * redirections, assignments and wrappers such as `time` or `env`, an installed program by its
   * bare name (003-filters-3). Absent where there is none, or only the run decides it.
   */
  readonly lastCommand?: string;
  /** Every sub-command, however deep and however many, also those inside what is blocked. */
  readonly parts: readonly ShellPart[];
}

export const partCodes = ['rule', 'near-rule', 'no-rule'] as const;

/** How one sub-command was judged, for the trace and the user. */
export interface JudgedPart {
  /** The sub-command as rules see it, redacted. */
  readonly text: string;
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** The rule that decided, `rule bash "git *" (user)`, or why there is none. */
  readonly reason: string;
  /**
   * `near-rule`: a rule would allow it but for the hazards, which `reason` lists. Absent where no
   * permission rule is the reason.
   */
  readonly code?: (typeof partCodes)[number];
  readonly hazards: readonly string[];
  /**
   * The rule pattern that would let exactly this sub-command pass, and one for its program and verb
   * where that is harmless; absent when no rule could, or none is needed.
   */
  readonly allowable?: readonly string[];
}
