import type { AuditEntry } from './entry';

/** What the fields above the table of the audit log hold, as a person left them. */
export interface AuditForm {
  readonly text: string;
  /** Canonical id; empty for every tool. */
  readonly tool: string;
  /** Empty for every result. */
  readonly results: readonly AuditEntry['result'][];
  readonly time: 'all' | 'hour' | 'today' | 'week' | 'custom';
  /** Of `custom`, in the time zone of the page, as a `datetime-local` field writes it; empty: open. */
  readonly from: string;
  readonly to: string;
  readonly order: 'newest' | 'oldest';
}

/** Where to turn to in the table; `here` reads the same page again. */
export const auditMoves = ['first', 'previous', 'next', 'last', 'here'] as const;
export type AuditMove = (typeof auditMoves)[number];

/** What the page asks of the host. Rows are named by the id that the host gave them. */
export type AuditViewRequest =
  | { readonly type: 'ready' }
  | {
      readonly type: 'query';
      readonly form: AuditForm;
      /** The form's time as instants (ISO 8601, UTC): only the page knows the person's time zone. */
      readonly from?: string;
      readonly to?: string;
    }
  | { readonly type: 'move'; readonly to: AuditMove }
  | { readonly type: 'unfold' | 'fold' | 'showCard' | 'copy'; readonly row: string }
  | { readonly type: 'scrolled'; readonly top: number }
  | { readonly type: 'export' | 'verify' };

/** What the host tells the page. Every `html` is made and escaped by the host. */
export type AuditViewMessage =
  /** How it was when the tab was last in sight. */
  | { readonly type: 'restore'; readonly form: AuditForm }
  | { readonly type: 'tools'; readonly tools: readonly AuditToolChoice[] }
  | { readonly type: 'busy' }
  | {
      readonly type: 'rows';
      readonly html: string;
      /** Also read aloud. */
      readonly status: string;
      readonly problems: string;
      /** The moves that lead somewhere. */
      readonly moves: readonly AuditMove[];
      /** Where to scroll to, in pixels; absent: stay. */
      readonly top?: number;
    }
  | { readonly type: 'unfolded'; readonly row: string; readonly html: string }
  | { readonly type: 'copied'; readonly row: string };

export interface AuditToolChoice {
  readonly id: string;
  /** As it can be shown: one line, nothing unseen. */
  readonly label: string;
}
