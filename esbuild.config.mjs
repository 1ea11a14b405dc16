// @ts-check
/**
 * Builds everything that is made from source. Without a flag: catalogs, then the shipped bundles.
 *
 *   --generate [root]  only the catalogs (`*.gen.ts`), which types, lint and tests need
 *   --manifest         rewrites the generated parts of package.json
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

import { budgetsKb, lazyEntries, sharedEntry } from './src/build/bundles.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const KB = 1024;

const hostEntries = [
  { in: 'src/extension.ts', out: 'extension' },
  ...[...lazyEntries, sharedEntry].map(({ in: source, out }) => ({ in: source, out })),
];

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
 * Source imports a lazy entry by `await import('…/undici-entry')`, with its types; the bundle
 * requires the built file beside it. Any other import of it would pull it into the main bundle.
 *
 * @type {esbuild.Plugin}
 */
const lazyImports = {
  name: 'lazy-imports',
  setup(build) {
    const outputs = new Map(lazyEntries.map((entry) => [path.join(root, entry.in), entry.out]));
    build.onResolve({ filter: /^\./ }, ({ path: specifier, resolveDir, kind }) => {
      const out = outputs.get(`${path.resolve(resolveDir, specifier)}.ts`);
      if (out === undefined) {
        if (!specifier.endsWith('-entry')) return undefined;
        return { errors: [{ text: `"${specifier}" is not in the table of lazy entries.` }] };
      }
      if (kind === 'dynamic-import') return { path: `./${out}.js`, external: true };
      return { errors: [{ text: `Load "${specifier}" by await import(): it is a lazy entry.` }] };
    });
  },
};

/**
 * What the bundles share is in a file of its own, so that none has a copy and its state is one.
 *
 * @type {esbuild.Plugin}
 */
const sharedImports = {
  name: 'shared-imports',
  setup(build) {
    const shared = new Set(sharedEntry.of.map((file) => path.join(root, file)));
    build.onResolve({ filter: /^\./ }, ({ path: specifier, resolveDir, importer }) => {
      const isShared = shared.has(`${path.resolve(resolveDir, specifier)}.ts`);
      if (!isShared || sharedEntry.parts.test(importer)) return undefined;
      return { path: `./${sharedEntry.out}.js`, external: true };
    });
  },
};

/** @type {esbuild.BuildOptions} */
const common = { absWorkingDir: root, bundle: true, logLevel: 'warning', metafile: true };

/** @type {esbuild.BuildOptions} */
const node = { ...common, platform: 'node', format: 'cjs', target: 'node20' };

/** Its form for `import` looks for itself by the place of its module, which a bundle has not. */
const bundledPackages = {
  'web-tree-sitter': createRequire(import.meta.url).resolve('web-tree-sitter'),
};

/** @type {esbuild.BuildOptions} */
const hostOptions = {
  ...node,
  alias: bundledPackages,
  entryPoints: hostEntries,
  external: ['vscode'],
  minify: true,
  outdir: 'dist',
  plugins: [lazyImports, sharedImports],
  // Lazy entries are CommonJS files beside the bundle: require finds them in every VS Code.
  supported: { 'dynamic-import': false },
};

/** @type {esbuild.BuildOptions} */
const webviewOptions = {
  ...common,
  alias: { entities: './webview/entities.ts', mdurl: './webview/addresses.ts' },
  entryPoints: [
    { in: 'webview/main.tsx', out: 'webview' },
    { in: 'webview/audit/main.ts', out: 'audit' },
  ],
  format: 'iife',
  minify: true,
  outdir: 'dist',
  platform: 'browser',
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
  await writeFile(file, withContributions(await readFile(file, 'utf8')));
}

async function emptyDist() {
  const dist = path.join(root, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  for (const { from, to } of copies) await copyFile(fileURLToPath(from), path.join(dist, to));
}

/** @returns {Promise<esbuild.Metafile>} of all shipped bundles together */
async function buildBundles() {
  await generate();
  await emptyDist();
  const host = await esbuild.build({ ...hostOptions, metafile: true });
  const webview = await esbuild.build({ ...webviewOptions, metafile: true });
  const inputs = { ...host.metafile.inputs, ...webview.metafile.inputs };
  await writeNotices(Object.keys(inputs));
  return { inputs, outputs: { ...host.metafile.outputs, ...webview.metafile.outputs } };
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

/** @param {Record<string, { bytes: number }>} files */
function assertBudgets(files) {
  const over = [];
  for (const [file, { bytes }] of Object.entries(files)) {
    const maxKb = budgetsKb.get(file) ?? Infinity;
    const budget = maxKb === Infinity ? '' : `of ${maxKb} KB`;
    console.log(`${file.padEnd(24)}${(bytes / KB).toFixed(1).padStart(8)} KB  ${budget}`.trimEnd());
    if (bytes > maxKb * KB) over.push(file);
  }
  if (over.length === 0) return;
  throw new Error(`Over its budget: ${over.join(', ')}. See what is inside: --sizes.`);
}

async function checkPackage() {
  const file = 'dist/gatehouse.vsix';
  assertBudgets({ [file]: { bytes: (await stat(path.join(root, file))).size } });
}

async function watch() {
  await generate();
  await emptyDist();
  for (const options of [hostOptions, webviewOptions]) {
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
  assertBudgets((await buildBundles()).outputs);
}

async function buildAndExplain() {
  const metafile = await buildBundles();
  console.log(await esbuild.analyzeMetafile(metafile));
  assertBudgets(metafile.outputs);
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
