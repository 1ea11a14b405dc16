// @ts-check
/**
 * Builds everything that is made from source. Without a flag: catalogs, then the shipped bundles.
 *
 *   --generate [root]  only the catalogs (`*.gen.ts`), which types, lint and tests need
 *   --manifest         rewrites the generated parts of package.json, and its texts in package.nls.json
 *   --tests            test/unit and test/arch into out/
 *   --vscode-tests     the suite that runs inside VS Code into out/
 *   --vsix             checks the size of the package that vsce has made
 *   --sizes            builds, and prints what each bundle is made of
 *   --watch            builds, and again on every change
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { copyFile, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.dirname(fileURLToPath(import.meta.url));
const KB = 1000;

/** Files shipped beside the bundles, as their packages publish them. */
const copies = [
  { from: import.meta.resolve('@vscode/codicons/dist/codicon.css'), to: 'codicon.css' },
  { from: import.meta.resolve('@vscode/codicons/dist/codicon.ttf'), to: 'codicon.ttf' },
  { from: import.meta.resolve('sql.js/dist/sql-wasm.wasm'), to: 'sql-wasm.wasm' },
  { from: import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'), to: 'web-tree-sitter.wasm' },
  {
    from: import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm'),
    to: 'tree-sitter-bash.wasm',
  },
];

/**
 * Packages with a bundle of their own, because few sessions need them at once: source imports them
 * by `await import()`, and the bundle requires the file beside it.
 */
const apart = {
  undici: './undici.js',
  'sql.js': './sql-js.js',
  '@pydantic/genai-prices': './genai-prices.js',
};

/** What each may take, in KB of 1,000 bytes (decision lazy-bundles). */
const budgets = {
  /** All that is read before the extension is active. */
  activation: { files: ['extension.js', 'redact.js'], maxKb: 450 },
  host: {
    files: [
      'extension.js',
      'work.js',
      'store-worker.js',
      'web-tools.js',
      'redact.js',
      'undici.js',
      'sql-js.js',
      'genai-prices.js',
    ],
    maxKb: 2800,
  },
  /** Loaded with the first page that a web tool reads. */
  web: { files: ['web-tools.js'], maxKb: 110 },
  /** Loaded with the first MCP server that starts, so only in windows that have one. */
  mcp: { files: ['mcp.js'], maxKb: 340 },
  panel: { files: ['webview.js', 'audit.js', 'report.js'], maxKb: 280 },
  /** Loaded with the first code in a chat. */
  highlighter: { files: ['highlighter.js'], maxKb: 60 },
  package: { files: ['gatehouse.vsix'], maxKb: 2500 },
};

/**
 * Licenses are in THIRD-PARTY-NOTICES.txt, not in each bundle.
 *
 * @type {esbuild.BuildOptions}
 */
const common = {
  absWorkingDir: root,
  bundle: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
};

/** @type {esbuild.BuildOptions} */
const node = { ...common, platform: 'node', format: 'cjs', target: 'node20' };

/** Its form for `import` looks for itself by the place of its module, which a bundle has not. */
const bundledPackages = {
  'web-tree-sitter': createRequire(import.meta.url).resolve('web-tree-sitter'),
};

/**
 * The blanks before the lines of a list that is written as text mean nothing.
 *
 * @type {esbuild.Plugin}
 */
const plainLists = {
  name: 'plain-lists',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]core[\\/]shell[\\/].*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replace(
        /\b(?:optionRows|nameSet)\(\s*`[^`$]*`/g,
        (list) => list.replace(/\n +/g, '\n'),
      ),
      loader: 'ts',
    })),
};

const { redactionParts, sharedRedaction } = await evaluate(
  "export * from './src/build/redaction'",
  root,
);

const {
  leanMarkdown,
  leanPrices,
  leanSelectors,
  leanUndici,
  undiciParts,
  withoutAjv,
  withoutJsonSchema,
} = await evaluate(
  ['lean-markdown', 'lean-prices', 'lean-selectors', 'undici', 'without-ajv', 'without-json-schema']
    .map((name) => `export * from './src/build/${name}';`)
    .join(''),
  root,
);

/** @type {esbuild.BuildOptions} */
const hostOptions = {
  ...node,
  alias: { ...bundledPackages, ...apart },
  entryPoints: [
    { in: 'src/work.ts', out: 'work' },
    { in: 'src/store-worker.ts', out: 'store-worker' },
    { in: 'src/web-tools.ts', out: 'web-tools' },
  ],
  external: ['vscode', './work', './web-tools', './mcp', ...Object.values(apart)],
  minify: true,
  outdir: 'dist',
  plugins: [plainLists, sharedRedaction, leanSelectors],
  // Bundles are CommonJS files side by side: require finds them in every VS Code.
  supported: { 'dynamic-import': false },
};

/** For bundles that write no JSON Schema. @type {esbuild.BuildOptions} */
const withoutSchemas = {
  ...hostOptions,
  // A processor that is not there is called by nothing.
  logOverride: { 'import-is-undefined': 'silent' },
};

/** @type {esbuild.BuildOptions} */
const activationOptions = {
  ...withoutSchemas,
  entryPoints: [{ in: 'src/extension.ts', out: 'extension' }],
  plugins: [withoutJsonSchema, sharedRedaction],
};

/** @type {esbuild.BuildOptions} */
const mcpOptions = {
  ...withoutSchemas,
  entryPoints: [{ in: 'src/mcp.ts', out: 'mcp' }],
  plugins: [plainLists, sharedRedaction, withoutAjv, withoutJsonSchema],
};

/** @type {esbuild.BuildOptions} */
const redactionOptions = {
  ...node,
  stdin: redactionParts,
  minify: true,
  outfile: 'dist/redact.js',
};

const hostBuilds = [activationOptions, hostOptions, mcpOptions, redactionOptions];

/** @type {esbuild.BuildOptions[]} */
const apartOptions = Object.entries(apart).map(([name, file]) => ({
  ...node,
  ...(name === 'undici'
    ? { stdin: { contents: undiciParts, resolveDir: root } }
    : { entryPoints: [name] }),
  minify: true,
  outfile: path.join('dist', file),
  plugins: [leanPrices, leanUndici],
}));

/** @type {esbuild.BuildOptions} */
const webviewOptions = {
  ...common,
  entryPoints: [
    { in: 'webview/main.tsx', out: 'webview' },
    { in: 'webview/audit/main.ts', out: 'audit' },
    { in: 'webview/code/highlighter.ts', out: 'highlighter' },
    { in: 'webview/report/main.ts', out: 'report' },
  ],
  format: 'iife',
  minify: true,
  outdir: 'dist',
  platform: 'browser',
  plugins: [leanMarkdown],
  target: 'es2022',
};

/** @type {esbuild.BuildOptions} */
const testOptions = {
  ...node,
  outbase: '.',
  outdir: 'out',
  packages: 'external',
  sourcemap: true,
};

/**
 * Bundles a module text with everything it imports, runs it and answers its exports.
 *
 * @param {string} text
 * @param {string} folder what its relative imports are relative to
 */
async function evaluate(text, folder) {
  const built = await esbuild.build({
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
    platform: 'node',
    stdin: { contents: text, resolveDir: folder, loader: 'ts' },
    target: 'node20',
    write: false,
  });
  const [output] = built.outputFiles;
  if (output === undefined) throw new Error('esbuild wrote nothing.');
  return import(`data:text/javascript;base64,${Buffer.from(output.contents).toString('base64')}`);
}

/** @param {string} where a folder laid out like this repository */
async function generate(where = root) {
  const { generateCatalogs } = await evaluate("export * from './src/build/catalogs'", root);
  await generateCatalogs(path.resolve(where), evaluate);
}

async function writeManifest() {
  const { withContributions } = await evaluate("export * from './src/build/manifest'", root);
  const file = path.join(root, 'package.json');
  const { packageJson, packageNls } = withContributions(await readFile(file, 'utf8'));
  await writeFile(file, packageJson);
  await writeFile(path.join(root, 'package.nls.json'), packageNls);
}

async function emptyDist() {
  const dist = path.join(root, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  for (const { from, to } of copies) await copyFile(fileURLToPath(from), path.join(dist, to));
  const languages = (await readdir(path.join(root, 'l10n'))).flatMap(
    (file) => /^panel\.(.+)\.json$/.exec(file)?.[1] ?? [],
  );
  for (const language of languages) {
    await writeFile(path.join(dist, `panel-${language}.js`), await pageTexts(language));
  }
}

/**
 * The texts of the pages in a language, as the script that they load before their own.
 *
 * @param {string} language
 */
async function pageTexts(language) {
  const file = path.join(root, `l10n/panel.${language}.json`);
  const texts = Object.entries(JSON.parse(await readFile(file, 'utf8')));
  const shown = Object.fromEntries(texts.map(([key, { text }]) => [key, text]));
  return `globalThis.gatehouseTexts=${JSON.stringify(shown)};\n`;
}

/** @returns {Promise<esbuild.Metafile>} of all shipped bundles together */
async function buildBundles() {
  await generate();
  await emptyDist();
  /** @type {esbuild.Metafile} */
  const all = { inputs: {}, outputs: {} };
  for (const options of [...hostBuilds, ...apartOptions, webviewOptions]) {
    const { metafile } = await esbuild.build({ ...options, metafile: true });
    Object.assign(all.inputs, metafile.inputs);
    Object.assign(all.outputs, metafile.outputs);
  }
  await writeNotices(Object.keys(all.inputs));
  return all;
}

/** @param {string[]} inputs */
async function writeNotices(inputs) {
  const { thirdPartyNotices } = await evaluate("export * from './src/build/notices'", root);
  const text = await thirdPartyNotices(root, inputs, [
    '@vscode/codicons',
    'sql.js',
    'tree-sitter-bash',
    'web-tree-sitter',
  ]);
  await writeFile(path.join(root, 'dist/THIRD-PARTY-NOTICES.txt'), text);
}

/** @param {keyof typeof budgets} names */
async function assertBudgets(...names) {
  const over = [];
  for (const name of names) {
    const { files, maxKb } = budgets[name];
    let total = 0;
    for (const file of files) {
      const { size } = await stat(path.join(root, 'dist', file));
      total += size;
      console.log(`  ${file.padEnd(22)}${(size / KB).toFixed(1).padStart(8)} KB`);
    }
    console.log(`${name.padEnd(24)}${(total / KB).toFixed(1).padStart(8)} KB  of ${maxKb} KB`);
    if (total > maxKb * KB) over.push(name);
  }
  if (over.length === 0) return;
  throw new Error(`Over its budget: ${over.join(', ')}. See what is inside: --sizes.`);
}

async function checkPackage() {
  await assertBudgets('package');
}

async function watch() {
  await generate();
  await emptyDist();
  for (const options of [...hostBuilds, ...apartOptions, webviewOptions]) {
    const context = await esbuild.context({ ...options, logLevel: 'info', sourcemap: 'linked' });
    await context.watch();
  }
}

/** @param {string} folder relative to the repository */
async function testFiles(folder) {
  const names = await readdir(path.join(root, folder), { recursive: true });
  return names
    .filter((name) => /\.test\.tsx?$/.test(name) && !name.startsWith('probes'))
    .map((name) => path.join(folder, name));
}

async function buildTests() {
  await generate();
  const folders = ['test/unit', 'test/arch'];
  const entryPoints = (await Promise.all(folders.map(testFiles))).flat();
  await esbuild.build({ ...testOptions, entryPoints });
  await removeStale();
}

/** Removes built tests whose source is gone. */
async function removeStale() {
  for (const name of await readdir(path.join(root, 'out/test'), { recursive: true })) {
    if (!/\.test\.js(\.map)?$/.test(name)) continue;
    const source = path.join(root, 'test', name.replace(/\.js(\.map)?$/, ''));
    if (existsSync(`${source}.ts`) || existsSync(`${source}.tsx`)) continue;
    await rm(path.join(root, 'out/test', name));
  }
}

async function buildVscodeTests() {
  await generate();
  const entryPoints = ['test/vscode/index.ts', ...(await testFiles('test/vscode'))];
  await esbuild.build({ ...testOptions, entryPoints, external: ['vscode'] });
}

async function buildAll() {
  await buildBundles();
  await assertBudgets('activation', 'host', 'web', 'mcp', 'panel', 'highlighter');
}

async function buildAndExplain() {
  console.log(await esbuild.analyzeMetafile(await buildBundles()));
  await assertBudgets('activation', 'host', 'web', 'mcp', 'panel', 'highlighter');
}

/** @type {Record<string, (argument?: string) => Promise<void>>} */
const modes = {
  '--generate': generate,
  '--manifest': writeManifest,
  '--sizes': buildAndExplain,
  '--tests': buildTests,
  '--vscode-tests': buildVscodeTests,
  '--vsix': checkPackage,
  '--watch': watch,
};

const [flag, argument] = process.argv.slice(2);
const mode = flag === undefined ? buildAll : modes[flag];
if (mode === undefined) {
  console.error(`Unknown flag ${flag}. Known: ${Object.keys(modes).join(', ')}.`);
  process.exitCode = 2;
} else {
  await mode(argument).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
