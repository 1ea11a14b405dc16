import { render } from 'preact';
import { App } from './panel/app';
import { PageContext } from './state/page-context';
import { isPanelMessage, PanelStore } from './state/panel-store';
import './styles.css';
import './vscode-api';

function start(root: HTMLElement): void {
  const { postMessage: post } = acquireVsCodeApi();
  const store = new PanelStore(post);
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isPanelMessage(event.data)) store.receive(event.data);
  });
  render(
    <PageContext.Provider value={{ store, post }}>
      <App />
    </PageContext.Provider>,
    root,
  );
  store.resync();
}

const root = document.getElementById('gatehouse-root');
if (root) start(root);
