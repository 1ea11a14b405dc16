import type { AuditViewMessage, AuditViewRequest } from '../../src/core/contracts/audit/page';
import '../vscode-api';
import './audit.css';
import { isAuditMessage, element, createPageButtons } from './page';
import { FilterForm } from './filter-form';
import { createRows } from './rows';

function start(): void {
  const api = acquireVsCodeApi();
  const post = (request: AuditViewRequest) => api.postMessage(request);
  const form = new FilterForm(post);
  const rows = createRows(post);

  const showTurns = createPageButtons((to) => post({ type: 'move', to }));

  function receive(message: AuditViewMessage): void {
    switch (message.type) {
      case 'restore':
        form.restore(message.form);
        break;
      case 'tools':
        form.showTools(message.tools);
        break;
      case 'busy':
        showBusy(true);
        break;
      case 'rows':
        showBusy(false);
        rows.show(message);
        showTurns(message.moves);
        break;
      case 'unfolded':
        rows.unfold(message);
        break;
      case 'copied':
        rows.copied(message.row);
    }
  }

  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const action = button?.dataset['action'];
    if (action === 'reset') form.reset();
    if (action === 'refresh' && !form.renew()) post({ type: 'move', to: 'here' });
    if (action === 'export' || action === 'verify') post({ type: action });
  });
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isAuditMessage(event.data)) receive(event.data);
  });
  post({ type: 'ready' });
}

function showBusy(isBusy: boolean): void {
  element('table').setAttribute('aria-busy', String(isBusy));
  document.body.classList.toggle('is-busy', isBusy);
}

start();
