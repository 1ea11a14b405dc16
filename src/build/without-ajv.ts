/** The part of an esbuild build that is used here. */
interface Build {
  onResolve(
    options: { readonly filter: RegExp },
    resolve: () => { readonly path: string; readonly namespace: string },
  ): void;
  onLoad(
    options: { readonly filter: RegExp; readonly namespace: string },
    load: () => { readonly contents: string },
  ): void;
}

const contents = [
  'export const CORS_IS_POSSIBLE = false;',
  'export class DefaultJsonSchemaValidator {',
  "getValidator() { throw new Error('Schemas of servers are not checked here.'); }",
  '}',
].join('');

/** The MCP client without its validator, a third of it, which would run patterns of servers. */
export const withoutAjv = {
  name: 'without-ajv',
  setup: (build: Build): void => {
    const namespace = 'mcp-shims';
    const filter = /^@modelcontextprotocol\/client\/_shims$/;
    build.onResolve({ filter }, () => ({ path: 'shims', namespace }));
    build.onLoad({ filter: /^shims$/, namespace }, () => ({ contents }));
  },
};
