import { shownWithAdvice } from '../../window/language';
import type { AuditFilter } from '../../../core/contracts/audit/entry';
import type {
  AuditForm,
  AuditMove,
  AuditViewMessage,
  AuditViewRequest,
} from '../../../core/contracts/audit/page';
import { dense } from '../../../core/contracts/schema-parts';
import type { Failure } from '../../../core/contracts/failure';
import type { AuditQuery, AuditRow } from '../../../core/ports/audit-log';
import type { Disposable } from '../../../core/ports/system';
import { shortLine, toolLabel } from './fields';
import { noRows, problems, rowsHtml, auditStatusText, detailsRow } from './table';
import { AuditPager, type AuditSlice } from './pager';
import { isAborted } from '../../../core/base/async';

export const emptyForm: AuditForm = {
  text: '',
  tool: '',
  results: [],
  time: 'all',
  from: '',
  to: '',
  order: 'newest',
};

/** The user's actions other than reading the log. */
export interface AuditActions {
  showCard(row: AuditRow): Promise<void>;
  copy(row: AuditRow): Promise<void>;
  exportRows(filter: AuditFilter, order: AuditForm['order']): Promise<void>;
  verify(): Promise<void>;
}

export interface AuditBrowserDeps {
  readonly query: AuditQuery;
  readonly actions: AuditActions;
  readonly problems: () => readonly string[];
  readonly post: (message: AuditViewMessage) => void;
}

type QueryRequest = Extract<AuditViewRequest, { readonly type: 'query' }>;
type RowRequest = Extract<AuditViewRequest, { readonly row: string }>;
type RowsMessage = Extract<AuditViewMessage, { readonly type: 'rows' }>;

/** The host's side of the page: its state is kept here, so that the page can be discarded. */
export class AuditBrowser implements Disposable {
  private readonly life = new AbortController();
  private readonly unfolded = new Set<string>();
  private form = emptyForm;
  private filter: AuditFilter = {};
  private walk: AuditPager;
  private reading = new AbortController();
  private rows: readonly AuditRow[] = [];
  private top = 0;

  constructor(private readonly deps: AuditBrowserDeps) {
    this.walk = this.walkNow();
  }

  async receive(request: AuditViewRequest): Promise<void> {
    switch (request.type) {
      case 'ready':
        this.deps.post({ type: 'restore', form: this.form });
        await Promise.all([this.turn('here', { top: this.top }), this.nameTools()]);
        return;
      case 'query':
        return this.search(request);
      case 'move':
        return request.to === 'here' ? this.refresh() : this.leaveFor(request.to);
      case 'scrolled':
        this.top = request.top;
        return;
      case 'export':
        return this.deps.actions.exportRows(this.filter, this.form.order);
      case 'verify':
        return this.deps.actions.verify();
      default: {
        const row = this.rows.find((each) => each.row === request.row);
        if (row !== undefined) await this.onRow(request.type, row);
      }
    }
  }

  /** Shows entries that were written since, without a sign that the page is busy. */
  follow(): Promise<void> {
    return this.turn('here', { isQuiet: true });
  }

  async refresh(): Promise<void> {
    await Promise.all([this.turn('here'), this.nameTools()]);
  }

  dispose(): void {
    this.life.abort();
  }

  private walkNow(): AuditPager {
    return new AuditPager(this.deps.query, { filter: this.filter, order: this.form.order });
  }

  private search(request: QueryRequest): Promise<void> {
    this.form = request.form;
    this.filter = filterOf(request);
    this.walk = this.walkNow();
    return this.leaveFor('first');
  }

  private leaveFor(move: AuditMove): Promise<void> {
    this.top = 0;
    return this.turn(move, { top: 0 });
  }

  /** Cancels the previous read: only the last request matters. */
  private async turn(
    move: AuditMove,
    { top, isQuiet = false }: { readonly top?: number; readonly isQuiet?: boolean } = {},
  ): Promise<void> {
    this.reading.abort();
    this.reading = new AbortController();
    const signal = AbortSignal.any([this.reading.signal, this.life.signal]);
    if (!isQuiet) this.deps.post({ type: 'busy' });
    const slice = await this.walk.go(move, signal);
    if (isAborted(signal)) return;
    this.rows = slice.ok ? slice.value.rows : [];
    const place = top === undefined ? {} : { top };
    this.deps.post({
      ...(slice.ok ? this.page(slice.value) : this.noPage(slice.failure)),
      ...place,
    });
  }

  private page(slice: AuditSlice): RowsMessage {
    const isFiltered = Object.keys(this.filter).length > 0;
    const isUnfolded = (row: string): boolean => this.unfolded.has(row);
    return {
      type: 'rows',
      html: rowsHtml(slice.rows, { isFiltered, isUnfolded }),
      status: auditStatusText(slice, { isFiltered, order: this.form.order }),
      problems: problems(this.deps.problems()),
      moves: slice.moves,
    };
  }

  private noPage(failed: Failure): RowsMessage {
    const texts = [...this.deps.problems(), shownWithAdvice(failed)];
    return { type: 'rows', html: noRows(), status: '', problems: problems(texts), moves: [] };
  }

  private async nameTools(): Promise<void> {
    const tools = await this.deps.query.tools();
    // A log that cannot be read shows the error in place of its rows.
    if (!tools.ok || isAborted(this.life.signal)) return;
    const choices = tools.value.map((id) => ({ id, label: shortLine(toolLabel(id), 60) }));
    this.deps.post({ type: 'tools', tools: choices });
  }

  private async onRow(type: RowRequest['type'], row: AuditRow): Promise<void> {
    const { actions, post } = this.deps;
    switch (type) {
      case 'unfold':
        this.unfolded.add(row.row);
        post({ type: 'unfolded', row: row.row, html: detailsRow(row).html });
        return;
      case 'fold':
        this.unfolded.delete(row.row);
        return;
      case 'showCard':
        return actions.showCard(row);
      case 'copy':
        await actions.copy(row);
        post({ type: 'copied', row: row.row });
    }
  }
}

function filterOf({ form, from, to }: QueryRequest): AuditFilter {
  return dense({
    tool: form.tool || undefined,
    results: form.results.length === 0 ? undefined : form.results,
    text: form.text.trim() || undefined,
    from,
    to,
  });
}
