// @ts-check
/**
 * Who may import whom. What is not listed is an error. Run by `npm run layers`; the probes beside
 * this file prove that each rule bites.
 */

const typeOnly = { dependencyTypes: ['type-only'] };

/** Every folder that may hold code; a file outside all of them is an error. */
const layers = [
  '^src/(extension|work|store-worker|web-tools|mcp)\\.ts$',
  '^src/core/(contracts|ports|base|tools|gates|filters|shell|web|mcp|wire|pipeline|agent)/',
  '^src/adapters/',
  '^src/host/',
  '^src/build/',
  '^webview/',
  '^test/',
];

const contracts = { path: '^src/core/contracts/' };
const ports = { path: '^src/core/ports/', ...typeOnly };
const base = { path: '^src/core/base/' };
/** What reasons are made of: contracts carry it, and ports and the panel know its type. */
const sentence = { path: '^src/core/base/sentence\\.ts$' };
const web = { path: '^src/core/web/' };
const mcp = { path: '^src/core/mcp/' };
const wire = { path: '^src/core/wire/' };
const shell = { path: '^src/core/shell/' };
const pipeline = { path: '^src/core/pipeline/' };
const node = { dependencyTypes: ['core'] };
const vscode = { path: '^vscode$|(^|/)node_modules/@types/vscode/' };

/** @param {string[]} names of npm packages */
function npm(...names) {
  return { path: names.map((name) => `(^|/)node_modules/(@types/)?${name}/`) };
}

/** @param {string} path @param {...object} targets what files there may import */
function may(path, ...targets) {
  return targets.map((to) => ({ from: { path }, to }));
}

/** @param {string} folder whose files are independent of each other and share only subfolders */
function independent(folder) {
  return [
    ...may(`^src/core/${folder}/`, { path: `^src/core/${folder}/[^/]+/` }),
    ...may(`^src/core/${folder}/catalog\\.gen\\.ts$`, { path: `^src/core/${folder}/[^/]+\\.ts$` }),
  ];
}

const allowed = [
  ...may('^src/core/contracts/', contracts, sentence, npm('zod'), {
    ...npm('@agentclientprotocol/sdk'),
    ...typeOnly,
  }),
  // Types alone, which the checker of layers does not find behind this name.
  ...may('^src/core/contracts/chats/acp\\.ts$', { path: '^@agentclientprotocol/sdk/unstable$' }),
  ...may('^src/core/ports/', ports, { ...contracts, ...typeOnly }, { ...sentence, ...typeOnly }),
  ...may('^src/core/base/', base, npm('minimatch')),

  ...may('^src/core/(tools|gates|filters|wire|pipeline|agent)/', contracts, ports, base),
  ...independent('tools'),
  ...may('^src/core/tools/', npm('zod')),
  ...independent('gates'),
  ...may('^src/core/gates/', npm('minimatch')),
  ...may('^src/core/filters/', { path: '^src/core/filters/' }),
  ...may('^src/core/shell/', shell, contracts, base),
  ...may('^src/core/web/', web, contracts, base, npm('css-select', 'htmlparser2')),
  ...may('^src/core/mcp/', mcp, contracts, base, npm('zod')),
  ...may('^src/core/wire/', wire, npm('eventsource-parser')),
  ...may('^src/core/pipeline/', pipeline),
  ...may('^src/core/agent/', { path: '^src/core/agent/' }, pipeline),

  ...may(
    '^src/adapters/',
    { path: '^src/adapters/' },
    contracts,
    ports,
    base,
    wire,
    shell,
    web,
    node,
    npm('minimatch', 'zod'),
    { ...npm('@pydantic/genai-prices', 'sql\\.js', 'undici'), ...typeOnly },
  ),
  ...may('^src/adapters/mcp/', mcp, npm('@modelcontextprotocol/client', 'eventsource-parser')),
  ...may('^src/adapters/shell/shell-reader\\.ts$', npm('web-tree-sitter')),
  // Each is a bundle of its own, loaded on first use (decision lazy-bundles).
  ...may('^src/adapters/', {
    ...npm('@pydantic/genai-prices', 'sql\\.js', 'undici'),
    dynamic: true,
  }),

  ...may(
    '^src/host/',
    { path: '^src/(core|adapters|host)/' },
    node,
    vscode,
    npm('diff', 'markdown-it', 'smol-toml', 'zod'),
  ),
  ...may('^src/extension\\.ts$', { path: '^src/(host/|work\\.ts$)' }, vscode),
  ...may('^src/work\\.ts$', { path: '^src/(host/|(web-tools|mcp)\\.ts$)' }),
  ...may('^src/mcp\\.ts$', { path: '^src/(adapters/mcp|host/(views/mcp|window))/' }),
  ...may('^src/web-tools\\.ts$', { path: '^src/adapters/web/' }),
  ...may('^src/store-worker\\.ts$', { path: '^src/(adapters/(store|system)|core/base)/' }, node),
  ...may(
    '^src/build/',
    { path: '^src/build/' },
    contracts,
    sentence,
    node,
    npm('smol-toml', 'zod'),
  ),

  ...may(
    '^webview/',
    { path: '^webview/' },
    { ...contracts, ...typeOnly },
    { ...sentence, ...typeOnly },
    npm('preact', '@preact/signals(-core)?', 'markdown-it', 'dompurify', 'diff'),
    // The checker of layers does not find what a package has behind names like this.
    { path: '^sugar-high/(core|lang)$' },
  ),
  ...may('^test/', {}),
];

module.exports = {
  allowed,
  allowedSeverity: 'error',
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files that need each other are one file, or miss a third that both may import.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'lazy',
      comment: 'The second stage is loaded by await import(): otherwise the first one holds it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/work\\.ts$' },
      to: {
        path: '^src/(work|host/compose/work)\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'views',
      comment:
        'Only the composition and a bundle of its own know the views: nothing else needs them.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(host/(views|compose)/|mcp\\.ts$)' },
      to: { path: '^src/host/views/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and that imports nothing is dead.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(src|webview)/',
        // Declarations are found by the compiler.
        pathNot: '\\.d\\.ts$',
      },
      to: {},
    },
    {
      name: 'in-a-layer',
      comment: 'Every file belongs to one of the layers of docs/architecture.md.',
      severity: 'error',
      from: {},
      module: {
        path: '^(src|webview|test)/',
        pathNot: layers,
        // Any number: this makes the rule one about files instead of imports.
        numberOfDependentsLessThan: 100,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(test/arch/probes|test/fixtures|test/bench/rivals)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'types', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
