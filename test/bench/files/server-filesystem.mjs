// @ts-check
/** `search_files` of @modelcontextprotocol/server-filesystem, over stdio. */
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { childEnv } from '../../harness/process.mjs';
import { importRival } from '../rivals.mjs';
import { counts } from './tree.mjs';

/**
 * @param {{ readonly rivals: string; readonly tree: string }} options
 * @returns {Promise<import('../child.mjs').Subject>}
 */
export async function openSubject({ rivals, tree }) {
  const [{ Client }, { StdioClientTransport }] = await Promise.all([
    importRival(rivals, '@modelcontextprotocol/sdk/client/index.js'),
    importRival(rivals, '@modelcontextprotocol/sdk/client/stdio.js'),
  ]);
  const { resolve } = createRequire(path.join(rivals, 'package.json'));
  const server = path.join(
    path.dirname(resolve('@modelcontextprotocol/server-filesystem/package.json')),
    'dist/index.js',
  );
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [server, tree],
      env: childEnv({ NODE_ENV: 'production' }),
      stderr: 'ignore',
    }),
  );
  return {
    call: async () => {
      const { content } = await client.callTool({
        name: 'search_files',
        arguments: { path: tree, pattern: '**/*.json' },
      });
      const found = content[0]?.text.split('\n').length;
      if (found !== counts.json) throw new Error(`${found} files were found.`);
    },
    close: () => client.close(),
  };
}
