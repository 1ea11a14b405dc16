// @ts-check
/**
 * Builds everything that is made from source. Without a flag: catalogs, then the shipped bundles.
 *
 *   --generate      only the catalogs (`*.gen.ts`), which types, lint and tests need
 *   --manifest      rewrites the generated parts of package.json
 *   --tests         test/unit and test/arch into out/
 *   --vscode-tests  the suite that runs inside VS Code into out/
 *   --watch         rebuilds the bundles on change
 *   --sizes         prints what each bundle is made of
 */
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import * as esbuild from 'esbuild';

const KB = 1024;

/**
 * Code of the extension host. All but the first are lazy: the main bundle never contains them and
 * loads them by `require(path.join(__dirname, 'undici.js'))` (docs/architecture.md, "Lazy entries").
 */
const hostEntries = [{ in: 'src/extension.ts', out: 'extension' }];

const webviewEntries = [{ in: 'webview/main.tsx', out: 'webview' }];

/** DESIGN section 8. */
const budgetsKb = new Map([
  ['dist/extension.js', 400],
  ['dist/webview.js', 200],
]);

/** Files shipped beside the bundles, as their packages publish them. */
const copies = [
  { from: 'node_modules/@vscode/codicons/dist/codicon.css', to: 'dist/codicon.css' },
  { from: 'node_modules/@vscode/codicons/dist/codicon.ttf', to: 'dist/codicon.ttf' },
];

/** @type {esbuild.BuildOptions} */
const shared = { bundle: true, minify: true, metafile: true, logLevel: 'warning', outdir: 'dist' };

/** @type {esbuild.BuildOptions} */
const hostOptions = {
  ...shared,
  entryPoints: hostEntries,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
};

/** @type {esbuild.BuildOptions} */
const webviewOptions = {
  ...shared,
  entryPoints: webviewEntries,
  platform: 'browser',
  format: 'iife',
  target: 'es2022',
};

/** @type {esbuild.BuildOptions} */
const testOptions = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
  outdir: 'out',
  outbase: '.',
};

/**
 * Bundles a module text with everything it imports, runs it and answers its exports.
 *
 * @param {string} text
 * @param {string} folder what its relative imports are relative to
 */
async function evaluate(text, folder) {
  const built = await esbuild.build({
    stdin: { contents: text, resolveDir: path.resolve(folder), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
  const code = built.outputFiles[0]?.contents ?? new Uint8Array();
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

/** @param {string} root */
async function generate(root) {
  const { generateCatalogs } = await evaluate("export * from './src/build/catalogs'", '.');
  await generateCatalogs(root, evaluate);
}

async function buildBundles() {
  await generate('.');
  await rm('dist', { recursive: true, force: true });
  await mkdir('dist', { recursive: true });
  for (const { from, to } of copies) await copyFile(from, to);
  const host = await esbuild.build(hostOptions);
  const webview = await esbuild.build(webviewOptions);
  return { ...host.metafile?.outputs, ...webview.metafile?.outputs };
}

/**
 * Prints the size of each bundle against its budget (DESIGN section 8).
 *
 * @param {Record<string, { bytes: number }>} outputs
 * @returns {boolean} false when one is over
 */
function withinBudgets(outputs) {
  let within = true;
  for (const [file, { bytes }] of Object.entries(outputs)) {
    const maxKb = budgetsKb.get(file);
    const over = maxKb !== undefined && bytes > maxKb * KB;
    const budget = maxKb === undefined ? '' : `of ${maxKb} KB${over ? '  OVER BUDGET' : ''}`;
    console.log(`${file.padEnd(28)}${(bytes / KB).toFixed(1).padStart(8)} KB  ${budget}`);
    if (over) within = false;
  }
  return within;
}

/** @param {string} folder @returns {Promise<string[]>} */
async function testFiles(folder) {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  return entries
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));
}

async function buildTests() {
  await generate('.');
  const entryPoints = [...(await testFiles('test/unit')), ...(await testFiles('test/arch'))];
  const built = await esbuild.build({ ...testOptions, entryPoints, metafile: true });
  await removeStale(['out/test/unit', 'out/test/arch'], Object.keys(built.metafile.outputs));
}

/**
 * Removes what an earlier build left. Done afterwards, so that a test run in another terminal
 * keeps its files.
 *
 * @param {string[]} folders
 * @param {string[]} outputs
 */
async function removeStale(folders, outputs) {
  const current = new Set(outputs.map((file) => path.normalize(file)));
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile() && !current.has(file)) await rm(file);
    }
  }
}

async function buildVscodeTests() {
  await esbuild.build({
    ...testOptions,
    entryPoints: ['test/vscode/index.ts'],
    external: ['vscode'],
  });
}

async function main() {
  const flag = process.argv[2];
  if (flag === '--generate') return generate('.');
  if (flag === '--tests') return buildTests();
  if (flag === '--vscode-tests') return buildVscodeTests();
  if (!withinBudgets(await buildBundles())) process.exitCode = 1;
}

await main();
