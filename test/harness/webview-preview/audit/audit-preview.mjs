// @ts-check
/** The page of the audit log in a browser: its own files, and the host's code behind it, over a log in memory. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

import { themes } from '../themes.mjs';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const origin = 'https://preview.invalid';

/** @typedef {import('../../../../src/core/ports/audit-log').AuditQuery} AuditQuery */
/** @typedef {import('../../../../src/host/views/audit/browser').AuditBrowserDeps} AuditBrowserDeps */
/** @typedef {Awaited<ReturnType<typeof buildAuditPage>>} AuditPage */
/** @typedef {Awaited<ReturnType<typeof openAuditPreview>>} AuditPreview */

const hostCode = `
export { auditShell } from './page';
export { pageHtml } from '../../window/page-html';
export { AuditBrowser } from './browser';
export { auditRequest } from '../../../core/contracts/audit/page';
`;

export async function buildAuditPage() {
  const page = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [{ in: 'webview/audit/main.ts', out: 'audit' }],
    bundle: true,
    format: 'iife',
    logLevel: 'warning',
    outdir: 'dist',
    target: 'es2022',
    write: false,
  });
  const host = await esbuild.build({
    bundle: true,
    format: 'esm',
    logLevel: 'warning',
    platform: 'node',
    stdin: {
      contents: hostCode,
      resolveDir: path.join(root, 'src/host/views/audit'),
      loader: 'ts',
    },
    write: false,
  });
  const code = Buffer.from(host.outputFiles[0]?.contents ?? []).toString('base64');
  /** @type {{ auditShell: typeof import('../../../../src/host/views/audit/page').auditShell; pageHtml: typeof import('../../../../src/host/window/page-html').pageHtml; AuditBrowser: typeof import('../../../../src/host/views/audit/browser').AuditBrowser; auditRequest: typeof import('../../../../src/core/contracts/audit/page').auditRequest }} */
  const parts = await import(`data:text/javascript;base64,${code}`);
  const codicons = path.join(root, 'node_modules/@vscode/codicons/dist');
  const address = {
    script: '/audit.js',
    style: '/audit.css',
    icons: '/codicon.css',
    source: origin,
  };
  const body = parts.pageHtml(address, { title: 'Audit', body: parts.auditShell('demo') });
  const files = new Map([
    ['/', { body, contentType: 'text/html' }],
    [
      '/codicon.css',
      { body: await readFile(path.join(codicons, 'codicon.css'), 'utf8'), contentType: 'text/css' },
    ],
  ]);
  for (const { path: file, text } of page.outputFiles) {
    const contentType = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    files.set(`/${path.basename(file)}`, { body: text, contentType });
  }
  return { files, font: await readFile(path.join(codicons, 'codicon.ttf')), parts };
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {AuditPage} built
 * @param {Pick<AuditBrowserDeps, 'query'> & Partial<AuditBrowserDeps> & { theme?: string; width?: number; height?: number }} options
 */
export async function openAuditPreview(browser, built, options) {
  const { theme = 'dark', width = 1000, height = 700, ...deps } = options;
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  /** @type {string[]} errors of the page, everything its policy has stopped, and what it tried to load */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (entry) => {
    if (entry.type() === 'error') problems.push(entry.text());
  });
  await page.route('**/*', async (route) => {
    const { pathname, href } = new URL(route.request().url());
    if (pathname === '/codicon.ttf') {
      return route.fulfill({ body: built.font, contentType: 'font/ttf' });
    }
    const file = built.files.get(pathname);
    if (file) return route.fulfill(file);
    problems.push(`asked for ${href}`);
    return route.abort();
  });
  /** @type {unknown[]} what the page has asked for */
  const requests = [];
  /** @type {string[]} what the user has requested, without reads */
  const asked = [];
  const note =
    (/** @type {string} */ what) =>
    async (/** @type {unknown[]} */ ...args) => {
      asked.push(`${what} ${JSON.stringify(args)}`);
    };
  const host = new built.parts.AuditBrowser({
    problems: () => [],
    actions: {
      showCard: note('showCard'),
      copy: note('copy'),
      exportRows: note('exportRows'),
      verify: note('verify'),
    },
    post: (message) => {
      // A page closed meanwhile accepts no messages.
      page.evaluate((data) => window.postMessage(data, '*'), message).catch(() => undefined);
    },
    ...deps,
  });
  await page.exposeFunction('toHost', async (/** @type {unknown} */ message) => {
    requests.push(message);
    const request = built.parts.auditRequest.safeParse(message).data;
    if (request) await host.receive(request);
  });
  await page.addInitScript(fakeHost, themes[theme]);
  await page.goto(`${origin}/`);
  await page.locator('tr.entry, .empty').first().waitFor();
  return { page, host, problems, requests, asked, close: () => context.close() };
}

/**
 * Runs in the page before its script and provides VS Code's globals.
 *
 * @param {{ kind: string; variables: Readonly<Record<string, string>> } | undefined} theme
 */
function fakeHost(theme) {
  const postMessage = (/** @type {unknown} */ message) => Reflect.get(window, 'toHost')(message);
  Object.assign(window, { acquireVsCodeApi: () => ({ postMessage }) });
  document.addEventListener('DOMContentLoaded', () => {
    for (const [name, value] of Object.entries(theme?.variables ?? {})) {
      document.documentElement.style.setProperty(`--vscode-${name}`, value);
    }
    document.body.className = theme?.kind ?? '';
  });
}
