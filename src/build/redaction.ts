import path from 'node:path';

/** The part of an esbuild build that is used here. */
interface Build {
  onResolve(
    options: { readonly filter: RegExp },
    resolve: (asked: {
      readonly path: string;
      readonly importer: string;
      readonly resolveDir: string;
    }) => ResolvedPart | undefined,
  ): void;
}

type ResolvedPart =
  | { readonly path: string; readonly external: true }
  | { readonly errors: { readonly text: string }[] };

const folder = path.resolve('src/core/base/redact');
const names = [
  ...['redact', 'redact-all', 'redact-stream', 'redaction-marks'],
  ...['cut-aside', 'extra-secrets', 'unread-text', 'values/credential-names'],
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
    build.onResolve({ filter: /\/redact\/[\w/-]+$/ }, ({ path: name, importer, resolveDir }) => {
      const file = path.resolve(resolveDir, name);
      if (!file.startsWith(folder) || importer.startsWith(folder)) return undefined;
      const part = path.relative(folder, file).replaceAll('\\', '/');
      if (names.includes(part)) return { path: './redact.js', external: true };
      const text = `The bundle of redaction lacks ${part}, which ${importer} imports. Add it to src/build/redaction.ts.`;
      return { errors: [{ text }] };
    });
  },
};
