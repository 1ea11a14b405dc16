/** The part of an esbuild build that is used here. */
interface Build {
  onLoad(options: { readonly filter: RegExp }, load: () => { readonly contents: string }): void;
}

/**
 * What zod needs to write JSON Schema, for a bundle that writes none: the first stage has no tools,
 * and the client of MCP servers describes none.
 */
export const withoutJsonSchema = {
  name: 'without-json-schema',
  setup: (build: Build): void => {
    const contents = [
      'const none = () => () => undefined;',
      'export const createToJSONSchemaMethod = none, createStandardJSONSchemaMethod = none;',
      'export const toJSONSchema = none(), initializeContext = none(), processSchema = none();',
      'export const extractDefs = none(), finalize = none();',
    ].join('');
    build.onLoad({ filter: /zod[\\/]v4[\\/]core[\\/]to-json-schema[.]js$/ }, () => ({ contents }));
    build.onLoad({ filter: /zod[\\/]v4[\\/]core[\\/]json-schema-processors[.]js$/ }, () => ({
      contents: 'export const toJSONSchema = () => undefined, allProcessors = {};',
    }));
  },
};
