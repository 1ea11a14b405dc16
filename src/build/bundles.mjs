// @ts-check
/** The bundles that load on first use, and what each may take. */

const KB = 1024;

/**
 * Code of the extension host that loads on first use: never part of the main bundle.
 *
 * @type {{ in: string; out: string; maxKb?: number }[]}
 */
export const lazyEntries = [
  { in: 'src/adapters/http/undici-entry.ts', out: 'undici' },
  { in: 'src/adapters/llm/llm-entry.ts', out: 'llm', maxKb: 64 },
  { in: 'src/adapters/search/search-entry.ts', out: 'search' },
  { in: 'src/adapters/shell/shell-entry.ts', out: 'shell', maxKb: 220 },
  { in: 'src/adapters/store/sql-js-entry.ts', out: 'sql-js' },
  { in: 'src/adapters/store/store-entry.ts', out: 'store', maxKb: 216 },
  { in: 'src/core/agent/agent-entry.ts', out: 'agent', maxKb: 96 },
  { in: 'src/core/tools/files/file-tools-entry.ts', out: 'file-tools', maxKb: 48 },
  { in: 'src/host/context/context-entry.ts', out: 'context' },
  { in: 'src/host/diagnostics/diagnostics-entry.ts', out: 'diagnostics', maxKb: 40 },
  { in: 'src/host/files/files-entry.ts', out: 'files', maxKb: 160 },
  { in: 'src/host/filters/filters-entry.ts', out: 'filters', maxKb: 256 },
  { in: 'src/host/models/vscode-llm-entry.ts', out: 'vscode-llm', maxKb: 24 },
  { in: 'src/host/panel/page/page-entry.ts', out: 'page', maxKb: 80 },
  { in: 'src/host/workspace-stores/places-entry.ts', out: 'places', maxKb: 24 },
  { in: 'src/host/secrets/secrets-entry.ts', out: 'secrets', maxKb: 16 },
  { in: 'src/host/settings/notes-entry.ts', out: 'notes', maxKb: 24 },
  { in: 'src/host/terminals/terminals-entry.ts', out: 'terminals', maxKb: 64 },
  { in: 'src/host/transaction/transaction-entry.ts', out: 'transaction', maxKb: 80 },
  { in: 'src/host/views/views-entry.ts', out: 'views', maxKb: 128 },
  // Not imported: a worker thread runs it by its path.
  { in: 'src/adapters/search/search-worker.ts', out: 'search-worker' },
];

/**
 * Code that every bundle of the extension host shares, by one file beside them: what is imported of
 * a module in `of` comes from there.
 */
export const sharedEntry = {
  in: 'src/core/base/redact/redactor.ts',
  out: 'redactor',
  maxKb: 16,
  of: ['extra-secrets', 'redact', 'redact-all', 'redact-stream'].map(
    (name) => `src/core/base/redact/${name}.ts`,
  ),
  /** What it is made of. */
  parts:
    /[/\\]core[/\\]base[/\\]redact[/\\](?:redact|secret-|find-secrets|private-keys)[^/\\]*\.ts$/,
};

/** Sizes of the bundles (decision lazy-bundles). */
export const budgetsKb = new Map([
  ...[...lazyEntries, sharedEntry].map(
    ({ out, maxKb = Infinity }) => /** @type {const} */ ([`dist/${out}.js`, maxKb]),
  ),
  ['dist/extension.js', 400],
  ['dist/audit.js', 12],
  ['dist/webview.js', 200],
  ['dist/gatehouse.vsix', 2.5 * KB],
]);
