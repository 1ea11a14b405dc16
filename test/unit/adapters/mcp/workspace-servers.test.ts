import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  describeServer,
  readWorkspaceServers,
} from '../../../../src/adapters/mcp/workspace-servers';
import { launchOf } from '../../../../src/adapters/mcp/launch';
import { systemDigest } from '../../../../src/adapters/system/random';
import { inEnglish } from '../../../../src/core/base/sentence';
import type { WorkspaceServer } from '../../../../src/core/contracts/mcp/workspace-servers';

const place = {
  env: { PATH: '/bin', HOME: '/home/u', GITHUB_TOKEN: 'ghp' },
  platform: 'linux',
  home: '/home/u',
} as const;

let base = '';
let folder = '';

function put(name: string, content: unknown): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

const vscodeFile = (servers: unknown, inputs?: unknown): void =>
  put('.vscode/mcp.json', { servers, ...(inputs !== undefined && { inputs }) });

async function read(...folders: readonly string[]) {
  const roots = folders.length === 0 ? [folder] : folders;
  const { servers, problems } = await readWorkspaceServers(roots, { digest: systemDigest, place });
  return { servers, problems: problems.map(inEnglish).join('\n') };
}

async function only(): Promise<WorkspaceServer> {
  const { servers, problems } = await read();
  const [server] = servers;
  assert.ok(server, problems);
  return server;
}

function dialog(server: WorkspaceServer, before?: WorkspaceServer): string {
  const { lines, isTooLong } = describeServer(server, before?.approved);
  return [...lines.map(inEnglish), ...(isTooLong ? ['TOO LONG'] : [])].join('\n');
}

describe('MCP servers that files of a workspace name', () => {
  beforeEach(() => {
    base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-mcp-')));
    folder = path.join(base, 'ws');
    mkdirSync(folder);
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  it('003-mcp-4: reads both forms, with comments, inputs, an envFile and all variables', async () => {
    put('.env', '# keys\nexport API="a b" \nTOKEN=x=${env:HOME} # mine\nnonsense\n');
    put(
      '.vscode/mcp.json',
      `{ // comment
        "inputs": [
          { "type": "promptString", "id": "key", "description": "The key", "password": true },
          { "type": "pickString", "id": "zone", "description": "", "options": ["a", { "label": "B", "value": "b" }] },
        ],
        "servers": {
          "files": { /* "command": "no" */ "type": "stdio", "command": "npx", "cwd": "\${workspaceFolder}/sub",
            "args": ["-y", "\${userHome}", "//not a comment", "\${input:zone}"],
            "env": { "KEY": "\${input:key}", "N": 3, "UNSET": null, "MINE": "\${env:GITHUB_TOKEN}" },
            "envFile": "\${workspaceFolder}/.env", },
        },
      }`,
    );
    put('.mcp.json', {
      mcpServers: {
        other: { command: 'node', args: ['${HOME}', '${NO:-x}', '${workspaceFolder}'] },
      },
    });
    const { servers, problems } = await read();
    assert.equal(problems, '');
    const [files, other] = servers;
    assert.ok(files !== undefined && other !== undefined);
    assert.deepEqual(files.inputs, [
      { id: 'zone', description: '', password: false, options: ['a', 'b'] },
      { id: 'key', description: 'The key', password: true },
    ]);
    const inputs = new Map(Object.entries({ key: 'typed', zone: 'b' }));
    const launched = launchOf(files.config, { ...place, folder, envFile: files.envFile, inputs });
    assert.ok(launched.ok);
    const { args, cwd, env, confidential } = launched.value;
    assert.deepEqual([args, cwd], [['-y', '/home/u', '//not a comment', 'b'], `${folder}/sub`]);
    const own = { KEY: 'typed', N: '3', MINE: 'ghp', API: 'a b', TOKEN: 'x=${env:HOME}' };
    assert.deepEqual({ ...env, ...own }, env);
    assert.equal('UNSET' in env, false);
    for (const value of ['typed', 'ghp', 'a b']) assert.ok(confidential.includes(value));
    const plain = launchOf(other.config, { ...place, folder });
    assert.deepEqual(plain.ok && [plain.value.args, plain.value.cwd], [
      ['/home/u', 'x', folder],
      folder,
    ]);
  });

  it('the first file of a name wins, and the loser is named', async () => {
    vscodeFile({ files: { command: 'one' } });
    put('.mcp.json', { mcpServers: { Files: { command: 'two' } } });
    const { servers, problems } = await read();
    assert.deepEqual(
      servers.map(({ config }) => config.command),
      ['one'],
    );
    assert.match(problems, /\.mcp\.json: Files is not used: .*\.vscode\/mcp\.json names it too/);
  });

  const command = { command: 'x' };
  /** What a hostile author writes; the server `ok` must still be read where it is named. */
  const hostile: readonly (readonly [title: string, write: () => void, problem: RegExp])[] = [
    [
      'a link that leaves the folder',
      () => {
        writeFileSync(
          path.join(base, 'out.json'),
          JSON.stringify({ mcpServers: { bad: command } }),
        );
        symlinkSync('../out.json', path.join(folder, '.mcp.json'));
      },
      /outside the folder, behind a link/,
    ],
    [
      'a linked folder .vscode',
      () => {
        mkdirSync(path.join(base, 'v'));
        writeFileSync(path.join(base, 'v/mcp.json'), JSON.stringify({ servers: { bad: command } }));
        symlinkSync('../v', path.join(folder, '.vscode'));
      },
      /outside the folder, behind a link/,
    ],
    ['a pipe', () => execFileSync('mkfifo', [path.join(folder, '.mcp.json')]), /it is not a file/],
    ['a folder', () => mkdirSync(path.join(folder, '.mcp.json')), /not a file|folder|directory/i],
    ['a huge file', () => put('.mcp.json', ' '.repeat(300 * 1024)), /larger than 256 KB/],
    [
      'a comment that never ends',
      () => put('.mcp.json', '/*'.repeat(100_000)),
      /not a JSON object/,
    ],
    [
      'a string that never ends',
      () => put('.mcp.json', '"\\'.repeat(100_000)),
      /not a JSON object/,
    ],
    ['many commas', () => put('.mcp.json', `[${',/**/'.repeat(40_000)}]`), /not a JSON object/],
    ['deep nesting', () => put('.mcp.json', '{"a":'.repeat(40_000)), /nested too deep/],
    ['bytes that are no text', () => put('.mcp.json', '\ud800{'), /not a JSON object/],
    ['a list', () => put('.mcp.json', '[1]'), /not a JSON object/],
    [
      'keys named __proto__',
      () =>
        put(
          '.mcp.json',
          '{"__proto__":{"mcpServers":{"bad":{"command":"x"}}},"mcpServers":{"__proto__":{"command":"x"},"constructor":1,"ok":{"command":"x","__proto__":{"args":["bad"]},"env":{"__proto__":"1"}}}}',
        ),
      /__proto__: a name has/,
    ],
    [
      'unknown keys',
      () => vscodeFile({ ok: command, sandbox: 3 }, []),
      /sandbox: it is not an object/,
    ],
    ['unknown roots', () => put('.mcp.json', { servers: {}, x: 1 }), /unknown keys: servers, x/],
    ['a name with a marker', () => vscodeFile({ ok: command, a__b: command }), /a__b: a name has/],
    ['a hidden name', () => vscodeFile({ ok: command, 'o\u200bk': command }), /a name has/],
    ['a look-alike name', () => vscodeFile({ ok: command, '\u043ek': command }), /a name has/],
    ['a name in another case', () => vscodeFile({ ok: command, OK: command }), /OK: .* in case/],
    ['no command', () => vscodeFile({ ok: command, a: { args: [] } }), /a: command is missing/],
    [
      'arguments that are no texts',
      () => vscodeFile({ ok: command, a: { ...command, args: [{}] } }),
      /a: args\.0 is missing/,
    ],
    [
      'a variable with = in its name',
      () => vscodeFile({ ok: command, a: { ...command, env: { 'A=B': 'x' } } }),
      /a: env: A=B is not a variable/,
    ],
    [
      'an address',
      () => vscodeFile({ ok: command, a: { type: 'http', url: 'http://169.254.169.254' } }),
      /a: only servers with "command"/,
    ],
    [
      'an input that does not exist',
      () => vscodeFile({ ok: command, a: { ...command, args: ['${input:x}'] } }),
      /a: there is no input x/,
    ],
    [
      'malformed inputs',
      () => vscodeFile({ ok: command }, [7, { id: 'a', type: 'pickString' }, { type: 'command' }]),
      /inputs\[0\] cannot be read[^]*inputs\[2\]/,
    ],
    [
      'an envFile outside',
      () => {
        writeFileSync(path.join(base, 'env'), 'A=1');
        vscodeFile({ ok: command, a: { ...command, envFile: '${workspaceFolder}/../env' } });
      },
      /a: envFile: it is outside/,
    ],
    [
      'an envFile that is a link',
      () => {
        writeFileSync(path.join(base, 'env'), 'A=1');
        symlinkSync('../env', path.join(folder, 'link'));
        vscodeFile({ ok: command, a: { ...command, envFile: 'link' } });
      },
      /a: envFile: it is outside/,
    ],
    [
      '1,000 servers',
      () =>
        vscodeFile({
          ok: command,
          ...Object.fromEntries(
            Array.from({ length: 1000 }, (_, at) => [`s${String(at)}`, command]),
          ),
        }),
      /only the first 32 of 1001 servers/,
    ],
  ];
  for (const [title, write, problem] of hostile) {
    it(`003-mcp-4: ${title} is a problem that is named, and costs only itself`, async () => {
      write();
      const { servers, problems } = await read();
      assert.match(problems, problem);
      const names = servers.map(({ name }) => name);
      assert.equal(names.includes('bad'), false);
      if (/"ok"|ok: command/.test(String(write))) assert.ok(names.includes('ok'));
      assert.ok(names.length <= 32);
      for (const server of servers) assert.deepEqual(server.config.args, []);
    });
  }

  it('003-mcp-4: the dialog shows the command, folder, file and names, with nothing hidden', async () => {
    vscodeFile(
      {
        s: {
          command: '/opt/n\u043ede',
          args: [
            'a b',
            'x\u202egpj.sh',
            '',
            '\\u202e',
            '--key=${input:key}',
            '${env:GITHUB_TOKEN}',
          ],
          env: { NODE_OPTIONS: '--require ./evil.js', ld_preload: '/tmp/x.so', KEY: 'not shown' },
          cwd: '${workspaceFolder}/../away',
          sandboxEnabled: true,
        },
      },
      [{ type: 'promptString', id: 'key', password: true }],
    );
    const text = dialog(await only());
    assert.equal(
      text,
      [
        'Command: "/opt/n\u043ede" "a b" "x\\u202egpj.sh" "" "\\\\u202e" --key=${input:key} ${env:GITHUB_TOKEN}',
        `Runs in: ${folder}/../away, which is outside the open folder`,
        `Named by: .vscode/mcp.json in ${folder}`,
        'Variables: NODE_OPTIONS, ld_preload, KEY',
        'NODE_OPTIONS can make it run other code: --require ./evil.js',
        'ld_preload can make it run other code: /tmp/x.so',
        'Gets these variables of yours: GITHUB_TOKEN',
        'Gets what you type for: key',
        'Has no effect here: sandboxEnabled',
        'Characters outside ASCII: \u043e U+043E, \\u202e U+202E',
      ].join('\n'),
    );
  });

  it('003-mcp-4: what does not fit into a dialog cannot be approved', async () => {
    vscodeFile({ s: { command: 'x', args: [' '.repeat(4000), 'y'.repeat(3000)] } });
    assert.match(dialog(await only()), /⟨4000 [^]*TOO LONG$/);
  });

  it('003-mcp-4: a long server can be approved again after a change', async () => {
    vscodeFile({ s: { command: 'x', args: ['a'.repeat(1500)] } });
    const before = await only();
    vscodeFile({ s: { command: 'x', args: ['a'.repeat(1500), 'b'] } });
    const text = dialog(await only(), before);
    assert.match(text, /a b$/m);
    assert.match(text, /^Changed: it was x a{198}…$/m);
    assert.doesNotMatch(text, /TOO LONG/);
  });

  const first = { command: 'x', args: ['a'], env: { A: '1', B: '2' }, envFile: '.env' };
  const changes: Readonly<Record<string, readonly [unknown, RegExp]>> = {
    'the command': [{ ...first, command: 'y' }, /Changed: it was x a/],
    'an argument': [{ ...first, args: ['a', '--evil'] }, /Changed: it was x a$/m],
    'where an argument ends': [{ ...first, args: [], command: 'x a' }, /Changed: it was x a$/m],
    'the folder': [{ ...first, cwd: '/tmp' }, /Changed: it was \$\{workspaceFolder\}/],
    'a new variable': [{ ...first, env: { ...first.env, C: '' } }, /New variables: C$/m],
    'a removed variable': [{ ...first, env: { A: '1' } }, /Removed variables: B$/m],
    'the value of a variable': [
      { ...first, env: { A: '1', B: '3' } },
      /Variables with another value: B$/m,
    ],
    'the file with variables': [{ ...first, envFile: 'other.env' }, /Changed: it was \.env/],
  };
  for (const [title, [changed, shown]] of Object.entries(changes)) {
    it(`003-mcp-4: another digest, and a difference that is shown, for ${title}`, async () => {
      for (const file of ['.env', 'other.env']) put(file, 'E=1');
      vscodeFile({ s: first });
      const before = await only();
      assert.equal((await only()).digest, before.digest);
      vscodeFile({ s: changed });
      const after = await only();
      assert.notEqual(after.digest, before.digest);
      assert.match(dialog(after, before), shown);
      assert.doesNotMatch(dialog(after, before), /Command: .*[0-9a-f]{64}/);
    });
  }

  it('003-mcp-4: the digest covers the content of the envFile, the folder, the file and the name', async () => {
    put('.env', 'E=1');
    vscodeFile({ s: first });
    const digests = [(await only()).digest];
    put('.env', 'E=2');
    digests.push((await only()).digest);
    rmSync(path.join(folder, '.vscode'), { recursive: true });
    put('.mcp.json', { mcpServers: { s: first } });
    digests.push((await only()).digest);
    put('.mcp.json', { mcpServers: { t: first } });
    digests.push((await only()).digest);
    const other = path.join(base, 'other');
    mkdirSync(other);
    writeFileSync(path.join(other, '.env'), 'E=2');
    writeFileSync(path.join(other, '.mcp.json'), JSON.stringify({ mcpServers: { t: first } }));
    const [moved] = (await read(other)).servers;
    digests.push(moved?.digest ?? '');
    assert.equal(new Set(digests).size, 5);
  });

  it('003-mcp-4: what the user types decides neither the program nor its folder', async () => {
    const inputs = new Map([['p', '/tmp/evil']]);
    for (const config of [{ command: '${input:p}' }, { command: 'x', cwd: '${input:p}' }]) {
      const made = launchOf(config, { ...place, folder, inputs });
      assert.match(made.ok ? '' : inEnglish(made.failure), /\$\{input:p\} has no value here/);
    }
    const relative = launchOf({ command: './evil' }, { ...place, folder });
    assert.match(relative.ok ? '' : inEnglish(relative.failure), /is relative/);
    await Promise.resolve();
  });
});
