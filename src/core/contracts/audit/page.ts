import type { AuditResult } from './entry';

/** The fields above the table of the audit log, as the user left them. */
export interface AuditForm {
  readonly text: string;
  /** Canonical id; empty for every tool. */
  readonly tool: string;
  /** Empty for every result. */
  readonly results: readonly AuditResult[];
  readonly time: 'all' | 'hour' | 'today' | 'week' | 'custom';
  /**
   * Of `custom`, in the time zone of the page, as a `datetime-local` field writes it; empty: open.
   */
  readonly from: string;
  readonly to: string;
  readonly order: 'newest' | 'oldest';
}

/** Pages of the table to turn to; `here` reads the current one again. */
export const auditMoves = ['first', 'previous', 'next', 'last', 'here'] as const;
export type AuditMove = (typeof auditMoves)[number];

/** Requests of the page to the host. The host assigns the row ids. */
export type AuditViewRequest =
  | { readonly type: 'ready' }
  | {
      readonly type: 'query';
      readonly form: AuditForm;
      /** The form's time as instants (ISO 8601, UTC): only the page knows the user's time zone. */
      readonly from?: string;
      readonly to?: string;
    }
  | { readonly type: 'move'; readonly to: AuditMove }
  | { readonly type: 'unfold' | 'fold' | 'showCard' | 'copy'; readonly row: string }
  | { readonly type: 'scrolled'; readonly top: number }
  | { readonly type: 'export' | 'verify' };

/** Messages of the host to the page. The host creates and escapes every `html`. */
export type AuditViewMessage =
  /** The form when the tab was last visible. */
  | { readonly type: 'restore'; readonly form: AuditForm }
  | { readonly type: 'tools'; readonly tools: readonly AuditToolChoice[] }
  | { readonly type: 'busy' }
  | {
      readonly type: 'rows';
      readonly html: string;
      /** Also announced to screen readers. */
      readonly status: string;
      readonly problems: string;
      /** The moves that are possible. */
      readonly moves: readonly AuditMove[];
      /** Scroll position in pixels; absent: unchanged. */
      readonly top?: number;
    }
  | { readonly type: 'unfolded'; readonly row: string; readonly html: string }
  | { readonly type: 'copied'; readonly row: string };

export interface AuditToolChoice {
  readonly id: string;
  /** For display: one line, with invisible characters shown. */
  readonly label: string;
}
