import path from 'node:path';

/** The part of an esbuild build that is used here. */
interface Build {
  onResolve(
    options: { readonly filter: RegExp },
    resolve: (asked: {
      readonly path: string;
      readonly importer: string;
      readonly resolveDir: string;
    }) => { readonly path: string; readonly external: true } | undefined,
  ): void;
}

const folder = path.resolve('src/core/base/redact');
const names = [
  ...['redact', 'redact-all', 'redact-stream', 'redaction-marks'],
  ...['cut-aside', 'extra-secrets', 'unread-text'],
];

/** The bundle of redaction: what code outside its folder imports. */
export const redactionParts = {
  contents: names.map((name) => `export * from './${name}';`).join('\n'),
  resolveDir: folder,
};

/** Both stages of the host redact, and share the bundle and its state. */
export const sharedRedaction = {
  name: 'shared-redaction',
  setup: (build: Build): void => {
    build.onResolve({ filter: /\/redact\/[\w-]+$/ }, ({ path: name, importer, resolveDir }) => {
      const isShared = path.resolve(resolveDir, name).startsWith(folder);
      const isInside = importer.startsWith(folder);
      return isShared && !isInside ? { path: './redact.js', external: true } : undefined;
    });
  },
};
