import type { Sentence } from '../../base/sentence';
import * as z from 'zod';
import { storedSentence, type Data } from '../schema-parts';

/** One word of a command as the program gets it, after quotes and escapes. */
export interface ShellWord {
  /** The decoded argument; as written if the shell would compute it. */
  readonly text: string;
  /** False if the shell computes it: a variable, a glob, a brace list, a substitution. */
  readonly known: boolean;
}

/** A risk that an allow rule must name to cover (decisions shell-words to shell-hazards). */
export interface ShellHazard {
  /** What could happen, for the user: `--output writes a file`. */
  readonly reason: Sentence;
  /** Words that the allow pattern must contain to cover it. Absent: no rule covers it. */
  readonly liftedBy?: readonly string[];
  /** Set if it can send nothing to another machine (decision egress-gate). */
  readonly staysHere?: true;
  /** Not if the call runs in this folder: git reads the settings of the repository it runs in. */
  readonly unlessFolder?: string;
  /** Not if all that the shell puts in place of this word is known, and harmless to the program. */
  readonly unlessGlob?: GlobWord;
}

/** A word that the shell replaces by names of files, where a program reads any it is given. */
export interface GlobWord {
  readonly word: string;
  /** Its end, from the first name that is not fixed. */
  readonly glob: string;
  /** The folders that its fixed beginning may mean; none where no name of a file matters. */
  readonly folders: readonly string[];
  /** More names than that would be words of another meaning. */
  readonly most?: 1;
}

/** A path that a command names (decisions shell-redirections and shell-paths). */
export interface ShellPath {
  /** Absolute, or relative to the folder of the call; `cd` is already taken into account. */
  readonly given: string;
  readonly access: 'read' | 'write';
  /** True if the word certainly is a path; false if it only may be one. */
  readonly certain: boolean;
  /** True for the target of a redirection: a write to it asks at least. */
  readonly redirected: boolean;
  /** Everything below is read: `all`, or only what is `shown`; `copy`: also written elsewhere. */
  readonly tree?: 'all' | 'shown' | 'copy';
  /** The glob below it that the shell expands; absent for a path without one. */
  readonly glob?: string;
}

/** One sub-command: what rules are matched against (decision 5). */
export interface ShellPart {
  /** Program first. Empty for a statement that runs none, such as an assignment. */
  readonly words: readonly ShellWord[];
  readonly raw: string;
  /** Further texts for ask and deny rules: with wrappers and assignments, and as written. */
  readonly forms: readonly string[];
  /** `tightens`: an allow is neither needed nor enough (a wrapper, a command after `sudo`). */
  readonly role: 'decides' | 'tightens';
  readonly hazards: readonly ShellHazard[];
  readonly paths: readonly ShellPath[];
  /** True when it is a write command (000-transaction-2) or has a redirection that writes. */
  readonly writes: boolean;
  /** Set if it talks to another machine, or may (decision egress-gate). */
  readonly reachesOut?: true;
  /** Set if a redirection writes to a file whose name the shell computes. */
  readonly writesAnywhere?: true;
}

/** A construct that is refused before any rule applies (decision 11). */
export interface BlockedConstruct {
  readonly kind: 'substitution' | 'here-string' | 'builtin';
  /** As written, at most 80 characters. */
  readonly text: string;
  /** For the model and the user: what it is, and what to use instead. */
  readonly reason: Sentence;
}

/** Plain data about exactly `text`, which is what runs (decision shell-same-text). */
export interface ShellAnalysis {
  readonly text: string;
  /**
   * `unread` if the grammar was not available: only the text is judged, and nothing is allowed.
   * `late` if reading took longer than it may: the command is refused.
   */
  readonly state: 'read' | 'unread' | 'late';
  /** Why the command asks whatever the rules: suspicious bytes, a syntax error, an unknown node. */
  readonly doubts: readonly Sentence[];
  readonly blocked: readonly BlockedConstruct[];
  /**
   * The words of the command whose output ends the text, without redirections and wrappers, the
   * program by its bare name (003-filters-3). Absent if there is none, or if the run decides it.
   */
  readonly lastCommand?: string;
  /** Every sub-command at any depth, including those inside blocked constructs. */
  readonly parts: readonly ShellPart[];
}

export const partCodes = ['rule', 'near-rule', 'no-rule'] as const;

/**
 * Why "Always allow" can save no rule for a sub-command: it may run any code; a quote, wildcard or
 * variable keeps a rule from matching exactly this; it contains a credential; it is too long; its
 * hazards, a path or a rule of the user asks; something about the command as a whole asks.
 */
export const ruleObstacles = [
  'runs-anything',
  'not-plain',
  'credential',
  'too-long',
  'hazard',
  'path',
  'rule',
  'whole-command',
] as const;
export type RuleObstacle = (typeof ruleObstacles)[number];

export const judgedPart = z.object({
  /** The sub-command as rules see it, redacted. */
  text: z.string(),
  verdict: z.enum(['allow', 'ask', 'deny']),
  /** The rule that decided, `rule bash "git *" (user)`, or why there is none. */
  reason: storedSentence,
  /** `near-rule`: a rule would allow it but for its hazards. Absent if no rule is the reason. */
  code: z.enum(partCodes).exactOptional(),
  hazards: z.array(storedSentence),
  /** Patterns that would let it pass: the exact one, and program and verb if that is harmless. */
  allowable: z.array(z.string()).exactOptional(),
  /** Of a sub-command that asks and has no such pattern. */
  obstacle: z.enum(ruleObstacles).exactOptional(),
});
export type JudgedPart = Data<typeof judgedPart>;
