// @ts-check
/**
 * Modules that import each other, and one page.
 *
 * @param {number} count
 * @param {string} [first] The text of the first module.
 * @returns {Record<string, string>}
 */
function modules(count, first = "import './part-0.js';\n") {
  /** @type {Record<string, string>} */
  const files = {
    'package.json': '{ "name": "app", "version": "1.0.0", "private": true, "type": "module" }\n',
    'index.html':
      '<!DOCTYPE html><title>App</title><script type="module" src="./src/main.js"></script>\n',
    'src/main.js': `${first}document.title = 'ready';\n`,
  };
  for (let index = 0; index < count; index += 1) {
    const next = index + 1 < count ? `import './part-${index + 1}.js';\n` : '';
    files[`src/part-${index}.js`] = `${next}console.log('part ${index}', ${'x'.length + index});\n`;
  }
  return files;
}

/**
 * Each module is loaded lazily and becomes a chunk.
 *
 * @param {number} count
 */
function pages(count) {
  const loads = [...Array(count).keys()].map((index) => `  () => import('./page-${index}.js'),`);
  /** @type {Record<string, string>} */
  const files = modules(
    1,
    `import './part-0.js';\nconst pages = [\n${loads.join('\n')}\n];\npages.forEach((page) => page());\n`,
  );
  for (let index = 0; index < count; index += 1) {
    const text = index === 3 ? 'lorem ipsum dolor '.repeat(40_000) : `page ${index} `.repeat(20);
    files[`src/page-${index}.js`] = `export const text = '${text}';\nconsole.log(text.length);\n`;
  }
  return files;
}

const unresolved = "import { absent } from './absent.js';\nabsent();\n";
const unparsable = "import './part-0.js';\nconst broken = {;\n";
const webpack = 'webpack --mode production --entry ./src/main.js';

/** @param {string} packages */
const needs = (packages) => ({
  prepare: `npm install --no-save --no-audit --no-fund --ignore-scripts ${packages}`,
});
const vite6 = needs('vite@6');
const vite8 = needs('vite@8');
const webpack5 = {
  ...needs('webpack@5 webpack-cli@6'),
  version: `node -p "require('webpack/package.json').version"`,
};
const esbuild = needs('esbuild@0.28');
const rollup = needs('rollup@4');

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  { case: 'success', ...vite6, command: 'vite build', files: pages(40) },
  {
    case: 'terminal',
    ...vite6,
    command: 'vite build',
    files: pages(20),
    terminal: true,
    keep: ['Some chunks are larger than 500 kB after minification'],
  },
  { case: 'rolldown', ...vite8, command: 'vite build', files: pages(40) },
  {
    case: 'failure',
    ...vite8,
    command: 'vite build',
    files: modules(12, unresolved),
    keep: ["Could not resolve './absent.js' in src/main.js", 'src/main.js:1:24'],
  },
  {
    case: 'script',
    ...vite8,
    command: 'npm run build',
    tool: 'vite',
    files: {
      ...pages(30),
      'package.json':
        '{ "name": "app", "version": "1.0.0", "type": "module", "scripts": { "build": "vite build" } }\n',
    },
    env: { npm_config_userconfig: '/dev/null', npm_config_update_notifier: 'false' },
  },
  { case: 'webpack', ...webpack5, command: webpack, files: pages(40) },
  { case: 'huge', ...vite8, command: 'vite build', files: pages(800) },
  {
    case: 'webpack-progress',
    ...webpack5,
    command: `${webpack} --progress`,
    files: modules(120),
  },
  {
    case: 'webpack-failure',
    ...webpack5,
    command: webpack,
    files: modules(30, `${unresolved}import './part-0.js';\n`),
    keep: ["Can't resolve './absent.js' in '/work/src'", 'ERROR in ./src/main.js 1:0-37'],
  },
  {
    case: 'esbuild',
    ...esbuild,
    command: 'esbuild src/main.js --bundle --splitting --format=esm --outdir=dist',
    files: pages(40),
  },
  {
    case: 'esbuild-failure',
    ...esbuild,
    command: 'esbuild src/main.js --bundle --outfile=dist/app.js',
    files: modules(4, `${unresolved}${unparsable}`),
    keep: ['src/main.js:4:16:'],
  },
  {
    case: 'tiny',
    ...esbuild,
    command: 'esbuild src/main.js --bundle --outfile=dist/app.js',
    files: modules(2),
  },
  {
    case: 'rollup',
    ...rollup,
    command: 'rollup src/main.js --dir dist',
    files: {
      ...pages(10),
      'src/part-0.js': "import { a } from './circle.js';\nexport const b = a;\n",
      'src/circle.js': "import { b } from './part-0.js';\nexport const a = () => b;\n",
    },
    keep: ['Circular dependency', 'src/part-0.js -> src/circle.js -> src/part-0.js'],
  },
  {
    case: 'rollup-failure',
    ...rollup,
    command: 'rollup src/main.js --dir dist',
    files: modules(2, unparsable),
    keep: ['src/main.js (2:16)'],
  },
];
