import assert from 'node:assert/strict';
import { targetOf, type LaunchPlace } from '../../../../src/adapters/mcp/launch';
import { inEnglish } from '../../../../src/core/base/sentence';
import { mcpServers } from '../../../../src/core/contracts/mcp/servers';

const place: LaunchPlace = {
  env: { TOKEN: 'open-sesame', PATH: '/usr/bin' },
  platform: 'linux',
  home: '/home/me',
  folder: '/ws',
};

describe('003-mcp-9: where a configured server is', () => {
  it('is an address with headers, whose values may come from the environment', () => {
    const headers = { Authorization: 'Bearer ${env:TOKEN}', 'X-Folder': '${workspaceFolder}' };
    const launched = targetOf({ url: 'https://example.com/${env:TOKEN}', headers }, place);
    assert.deepEqual(launched, {
      ok: true,
      value: {
        url: 'https://example.com/open-sesame',
        headers: { Authorization: 'Bearer open-sesame', 'X-Folder': '/ws' },
        confidential: ['Bearer open-sesame', '/ws'],
      },
    });
  });

  it('says what cannot be filled in, without a value', () => {
    const problemOf = (text: string): string => {
      const launched = targetOf({ url: 'https://example.com', headers: { Key: text } }, place);
      return launched.ok ? '' : inEnglish(launched.failure);
    };
    assert.match(
      problemOf('${input:key}'),
      /^headers\.Key: \$\{input:key\} has no value here; use/,
    );
    assert.match(
      problemOf('open-sesame ${env:NONE}'),
      /^headers\.Key: the variable NONE is not set$/,
    );
    assert.match(problemOf('${command:x}'), /^headers\.Key: \$\{command:x\} is not known/);
  });

  it('is a program or an address, not both, and of a type that fits', () => {
    const isServer = (server: object) => mcpServers.safeParse({ a: server }).success;
    const url = 'https://example.com/mcp';
    const yes = [{ url }, { type: 'http', url, headers: { A: 'b' } }, { command: 'x' }];
    const no = [
      { url, command: 'x' },
      { type: 'stdio', url },
      { type: 'sse', url },
      { type: 'http' },
    ];
    assert.deepEqual(yes.map(isServer), [true, true, true]);
    assert.deepEqual([...no, { url, headers: { A: 1 } }, { url: '' }].filter(isServer), []);
  });
});
