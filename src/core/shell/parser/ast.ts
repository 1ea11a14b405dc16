import type { Redirection } from '../command/simple-command';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A command inside a word: `$(…)`, backquotes, `<(…)`, `>(…)`. */
export interface Substitution extends Span {
  readonly kind: 'command' | 'process';
  readonly script: Script;
}

/** A word as it is written; quotes are decoded later. */
export interface Word extends Span {
  readonly inner: readonly Substitution[];
}

export interface Redirect {
  readonly operator: Redirection['operator'];
  readonly target: Word;
}

export interface HereDocumentNode {
  readonly body: string;
  readonly quoted: boolean;
  readonly inner: readonly Substitution[];
}

/** `<<<word`, from its descriptor on. */
export interface HereStringNode extends Span {
  readonly word: Word;
}

/** What may follow any command. */
export interface Tail {
  readonly redirects: readonly Redirect[];
  readonly documents: readonly HereDocumentNode[];
  readonly hereStrings: readonly HereStringNode[];
}

export interface SimpleNode extends Span {
  readonly kind: 'simple';
  readonly assignments: readonly Word[];
  readonly words: readonly Word[];
  readonly tail: Tail;
}

/** `{ … }`, `( … )`, and the body of a function. */
export interface GroupNode extends Span {
  readonly kind: 'group' | 'subshell' | 'function';
  readonly body: Script;
  readonly tail: Tail;
}

export interface IfNode extends Span {
  readonly kind: 'if';
  readonly arms: readonly { readonly condition: Script; readonly body: Script }[];
  readonly otherwise: Script | undefined;
  readonly tail: Tail;
}

export interface LoopNode extends Span {
  readonly kind: 'loop';
  /** The words of `for name in …`, or what `for ((…))` computes. */
  readonly inner: readonly Substitution[];
  readonly condition: Script | undefined;
  readonly body: Script;
  /** True if it may change the folder, so that each round may run elsewhere. */
  readonly moves: boolean;
  readonly tail: Tail;
}

export interface CaseNode extends Span {
  readonly kind: 'case';
  readonly inner: readonly Substitution[];
  readonly arms: readonly { readonly body: Script; readonly fallsThrough: boolean }[];
  readonly tail: Tail;
}

/** `((…))`: runs nothing by itself. */
export interface ArithmeticNode extends Span {
  readonly kind: 'arithmetic';
  readonly inner: readonly Substitution[];
  readonly tail: Tail;
}

export type CommandNode = SimpleNode | GroupNode | IfNode | LoopNode | CaseNode | ArithmeticNode;

export interface Pipeline {
  readonly negated: boolean;
  readonly commands: readonly CommandNode[];
}

/** Pipelines joined by `&&` and `||`; the first has no operator. */
export interface AndOr {
  readonly steps: readonly { readonly operator: '&&' | '||' | ''; readonly pipeline: Pipeline }[];
  readonly background: boolean;
}

/** A list of commands. Spans count in `text`; backquotes have a text of their own. */
export interface Script {
  readonly text: string;
  readonly items: readonly AndOr[];
}
