import { textsOfPage } from '../l10n/language';
import { pageTexts } from '../l10n/page-texts';
import '../vscode-api';
import './report.css';

function start(): void {
  const api = acquireVsCodeApi();
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const action = button?.dataset['action'];
    if (action !== undefined) api.postMessage(action === 'copy' ? action : Number(action));
  });
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const said = document.getElementById('copied');
    if (data === 'copied' && said !== null) {
      said.textContent = textsOfPage(pageTexts).t('button.copied');
    }
  });
}

start();
