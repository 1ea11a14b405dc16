import type { Html } from './html';

/** The page's own code: opens and closes rows, and tells the host which page is wanted. */
export const auditScript: Html = {
  html: `
const host = acquireVsCodeApi();
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button === null) return;
  if (button.dataset.action !== undefined) {
    host.postMessage({ type: button.dataset.action });
    return;
  }
  const details = document.getElementById(button.getAttribute('aria-controls'));
  const open = button.getAttribute('aria-expanded') !== 'true';
  button.setAttribute('aria-expanded', String(open));
  details.hidden = !open;
});
`,
};
