// @ts-check
/** Shows the panel's page in a browser, with a scripted host. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

import { themes } from './themes.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const origin = 'https://preview.invalid';

/**
 * @typedef {{ type: string; [key: string]: unknown }} Message
 * @typedef {object} Preview
 * @property {import('playwright-core').Page} page
 * @property {(message: Message) => Promise<void>} send a message of the host; numbered here
 * @property {() => Promise<Message[]>} posted what the page has sent to the host so far
 * @property {string[]} problems errors of the page and everything its policy has stopped
 * @property {string[]} requests addresses the page has tried to load beside its own files
 * @property {() => Promise<void>} reload loads the page again, as if it had just been opened
 */

/**
 * @param {'de' | 'zh-cn'} [language] of the page; English if absent
 * @returns {Promise<Map<string, { body: string | Buffer; contentType: string }>>}
 */
export async function buildPage(language) {
  const { leanMarkdown, pageHtml } = await evaluate();
  const html = pageHtml(language ? { ...pageFiles, language, texts: '/texts.js' } : pageFiles, {
    title: 'Gatehouse',
    body: '<div id="gatehouse-root"></div>',
  });
  const bundle = await esbuild.build({
    entryPoints: [
      { in: path.join(root, 'webview/main.tsx'), out: 'webview' },
      { in: path.join(root, 'webview/code/highlighter.ts'), out: 'highlighter' },
    ],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    outdir: 'dist',
    logLevel: 'warning',
    plugins: [leanMarkdown],
  });
  const codicons = path.join(root, 'node_modules/@vscode/codicons/dist');
  const files = new Map([['/', { body: html, contentType: 'text/html' }]]);
  if (language) {
    files.set('/texts.js', { body: await textsOf(language), contentType: 'text/javascript' });
  }
  for (const { path: file, text } of bundle.outputFiles) {
    const contentType = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    files.set(`/${path.basename(file)}`, { body: text, contentType });
  }
  const css = await readFile(path.join(codicons, 'codicon.css'), 'utf8');
  files.set('/codicon.css', { body: css, contentType: 'text/css' });
  const font = await readFile(path.join(codicons, 'codicon.ttf'));
  return new Map([...files, ['/codicon.ttf', { body: font, contentType: 'font/ttf' }]]);
}

/**
 * The script that the build makes of the texts of a language.
 *
 * @param {string} language
 */
async function textsOf(language) {
  const json = await readFile(path.join(root, `l10n/panel.${language}.json`), 'utf8');
  const texts = Object.entries(JSON.parse(json)).map(([key, { text }]) => [key, text]);
  return `globalThis.gatehouseTexts = ${JSON.stringify(Object.fromEntries(texts))};`;
}

const pageFiles = {
  script: '/webview.js',
  style: '/webview.css',
  icons: '/codicon.css',
  source: origin,
};

/** The page exactly as the host makes it, with its content security policy, and as it is built. */
async function evaluate() {
  const parts = ['host/window/page-html', 'build/lean-markdown'];
  const built = await esbuild.build({
    stdin: {
      contents: parts.map((part) => `export * from './src/${part}';`).join(''),
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const code = Buffer.from(built.outputFiles[0]?.contents ?? []).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Awaited<ReturnType<typeof buildPage>>} files
 * @param {{ theme?: string; width?: number; height?: number; scale?: number }} [look]
 * @returns {Promise<Preview>}
 */
export async function openPreview(browser, files, look = {}) {
  const { theme = 'dark', width = 380, height = 800, scale = 1 } = look;
  const viewport = { width, height };
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  /** @type {string[]} */
  const requests = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (entry) => {
    if (entry.type() === 'error') problems.push(entry.text());
  });
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const file = url.origin === origin ? files.get(url.pathname) : undefined;
    if (file) return route.fulfill(file);
    requests.push(url.href);
    return route.abort();
  });
  await page.addInitScript(fakeHost, themes[theme]);
  let seq = 0;
  const load = async () => {
    await page.goto(`${origin}/`);
    await page.waitForFunction(() => Reflect.get(window, 'posted').length > 0);
  };
  await load();
  return {
    page,
    problems,
    requests,
    reload: async () => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion: null });
      seq = 0;
      await load();
      problems.length = 0;
      requests.length = 0;
    },
    send: (message) => {
      seq += 1;
      return page.evaluate((data) => window.postMessage(data, '*'), { seq, ...message });
    },
    posted: () => page.evaluate(() => Reflect.get(window, 'posted')),
  };
}

/**
 * Runs in the page before its script and provides VS Code's globals.
 *
 * @param {{ kind: string; variables: Readonly<Record<string, string>> } | undefined} theme
 */
function fakeHost(theme) {
  /** @type {unknown[]} */
  const posted = [];
  const api = { postMessage: (/** @type {unknown} */ message) => posted.push(message) };
  Object.assign(window, { posted, acquireVsCodeApi: () => api });
  const apply = () => {
    for (const [name, value] of Object.entries(theme?.variables ?? {})) {
      document.documentElement.style.setProperty(`--vscode-${name}`, value);
    }
    document.body.className = theme?.kind ?? '';
  };
  document.addEventListener('DOMContentLoaded', apply);
}
