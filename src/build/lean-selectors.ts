/** The part of an esbuild build that is used here. */
interface Build {
  onResolve(
    options: { readonly filter: RegExp },
    resolve: (asked: { readonly importer: string }) => Resolved | undefined,
  ): void;
  onLoad(
    options: { readonly filter: RegExp; readonly namespace: string },
    load: () => { readonly contents: string },
  ): void;
}

interface Resolved {
  readonly path: string;
  readonly namespace: string;
}

const namespace = 'lean-selectors';

/** `css-select` without the helpers for another tree: it always gets those of ours. */
export const leanSelectors = {
  name: namespace,
  setup: (build: Build): void => {
    build.onResolve({ filter: /^domutils$/ }, ({ importer }) =>
      /css-select[\\/]dist[\\/]index[.]js$/.test(importer)
        ? { path: 'domutils', namespace }
        : undefined,
    );
    build.onLoad({ filter: /^domutils$/, namespace }, () => ({ contents: 'export {};' }));
  },
};
