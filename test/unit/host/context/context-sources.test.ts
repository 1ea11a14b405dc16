import assert from 'node:assert/strict';
import type { Files } from '../../../../src/core/ports/files';
import type { Search } from '../../../../src/core/ports/search';
import type { MessageContext } from '../../../../src/host/context/context-parts';
import {
  createContextSources,
  type EditorContext,
} from '../../../../src/host/context/context-sources';
import type { UserTerminalOutput } from '../../../../src/host/context/terminal-output';
import { failure, fail, type Result } from '../../../../src/core/contracts/failure';
import { createFakeFiles } from '../../fakes/files';
import { folderSearch } from '../../fakes/folder-search';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';

const { signal } = new AbortController();
const key = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);

function partOf(result: Result<MessageContext>): MessageContext {
  assert.ok(result.ok, result.ok ? '' : result.failure.message);
  return result.value;
}

function messageOf(result: Result<unknown>): string {
  return result.ok ? '' : result.failure.message;
}

describe('context that the user adds', () => {
  let workspace: TemporaryWorkspace;
  const offering = [
    {
      name: 'talk',
      offers: {
        resources: [{ uri: 'file:///etc/passwd', name: 'pw', description: '' }],
        prompts: [],
      },
    },
  ];
  const sources = (
    editor: Partial<EditorContext> = {},
    output?: UserTerminalOutput,
    files?: Files,
    search: Pick<Search, 'find'> = folderSearch,
  ) =>
    createContextSources({
      files: files ?? workspace.files,
      search,
      workspace,
      lastOutput: () => output,
      servers: { offering: () => offering, startOffering: () => Promise.resolve() },
      editor: {
        activeSelection: () => undefined,
        workspaceProblems: () => [],
        uriOf: (file) => `file://${file}`,
        pickFile: () => Promise.resolve(undefined),
        ...editor,
      },
    });
  beforeEach(() => {
    workspace = createTemporaryWorkspace({ denyRead: ['**/.env'] });
  });
  afterEach(() => {
    workspace.dispose();
  });

  it('is a file, redacted', async () => {
    const file = workspace.put('ws/src/cart.js', `const key = '${key}';\n`);
    const part = partOf(await sources().file(file, signal));
    assert.equal(part.text.includes(key), false);
    assert.deepEqual(
      [part.label, part.detail, part.uri],
      ['cart.js', 'src/cart.js', `file://${file}`],
    );
  });

  it('is what the editor holds of a file that is not saved', async () => {
    const editing = createFakeFiles({ 'a.js': { text: 'new', unsaved: true } });
    assert.equal(
      partOf(await sources({}, undefined, editing).file('/ws/a.js', signal)).text,
      'new',
    );
  });

  it('is never a file that no tool may read', async () => {
    const denied = workspace.put('ws/.env', 'TOKEN=1');
    const outside = workspace.put('outside/a.txt', 'a');
    for (const file of [denied, outside]) {
      const refused = await sources().file(file, signal);
      assert.equal(refused.ok ? '' : refused.failure.category, 'policy_blocked');
    }
  });

  it('says how much of a long file is left out', async () => {
    const file = workspace.put('ws/long.txt', 'x\n'.repeat(40_000));
    const { text } = partOf(await sources().file(file, signal));
    assert.match(text, /\n… 20000 more characters are left out$/);
  });

  it('is a selection with its lines', async () => {
    const selected = {
      path: 'src/cart.js',
      uri: 'file:///ws/src/cart.js',
      firstLine: 3,
      lastLine: 9,
      text: 'a',
    };
    assert.deepEqual(partOf(await sources({ activeSelection: () => selected }).selection()), {
      kind: 'selection',
      label: 'cart.js:3-9',
      detail: 'src/cart.js, lines 3-9',
      uri: 'file:///ws/src/cart.js#L3-L9',
      text: 'a',
    });
  });

  it('says what to do when nothing is open or the selection is too long', async () => {
    assert.match(messageOf(await sources().selection()), /^Open a file/);
    const text = 'x'.repeat(60_001);
    const selected = { path: 'a', uri: 'file:///a', firstLine: 1, lastLine: 1, text };
    const long = await sources({ activeSelection: () => selected }).selection();
    assert.match(messageOf(long), /too long/);
  });

  it('is the problems, errors first', async () => {
    const problem = { source: 'ts', message: 'wrong\ntype' } as const;
    const workspaceProblems = () => [
      { ...problem, path: 'a.ts', line: 1, severity: 'warning' } as const,
      { ...problem, path: 'b.ts', line: 9, severity: 'error' } as const,
      { ...problem, path: 'b.ts', line: 2, severity: 'error', source: '' } as const,
    ];
    const part = partOf(await sources({ workspaceProblems }).problems());
    assert.equal(part.label, '3 problems');
    assert.equal(part.detail, 'Errors: 2, warnings: 1');
    assert.deepEqual(part.text.split('\n'), [
      'b.ts:2: error: wrong',
      '  type',
      'b.ts:9: error [ts]: wrong',
      '  type',
      'a.ts:1: warning [ts]: wrong',
      '  type',
    ]);
    assert.match(messageOf(await sources().problems()), /no errors or warnings/);
  });

  it('is the end of what a terminal printed, without escapes and credentials', async () => {
    const output = {
      terminal: 'bash',
      command: 'npm test',
      text: `\u001b[31mred\u001b[0m ${key}\n`,
      exitCode: 1,
    };
    const part = partOf(await sources({}, output).terminal());
    assert.equal(part.label, 'terminal: bash');
    assert.equal(part.detail, 'npm test (exit code 1)');
    assert.equal(part.text.startsWith('$ npm test (exit code 1)\nred [REDACTED:'), true);
    assert.match(messageOf(await sources().terminal()), /Run a command in it first/);
  });

  it('is no credential of a command line or the name of a terminal either', async () => {
    const command = `curl -H "Authorization: Bearer ${key}" https://x.test`;
    const output = { terminal: `t ${key}`, command, text: '', exitCode: 0 };
    const part = partOf(await sources({}, output).terminal());
    assert.equal(JSON.stringify(part).includes(key), false);
  });

  it('is no line that a problem makes up, nor one that fills the message', async () => {
    const path = 'a.ts\nb.ts:1: error: made up';
    const source = 'x]\nc.ts:1: error [y';
    const message = 'no '.repeat(1_000_000);
    const problem = { path, line: 1, severity: 'error', source, message } as const;
    const last = { ...problem, path: 'z.ts', source: '', message: 'last' };
    const workspaceProblems = () => [problem, last];
    const { text } = partOf(await sources({ workspaceProblems }).problems());
    assert.equal(text.split('\n').length, 2);
    assert.match(text, /z\.ts:1: error: last$/);
  });

  it('is named by the whole path of its folder where two folders have one name', async () => {
    workspace.dispose();
    workspace = createTemporaryWorkspace({ roots: ['a/app', 'b/app'] });
    workspace.put('a/app/y.js', '');
    const file = workspace.put('b/app/x.js', '');
    const root = workspace.roots()[1] ?? '';
    const { detail } = partOf(await sources().file(file, signal));
    assert.equal(detail, `${root}/x.js`);
    const found = await sources().findFiles('x.js', signal);
    assert.equal(found.ok && found.value[0]?.detail, root);
  });

  it('is found by a part of its name in any case, best first', async () => {
    for (const name of ['src/Cart.js', 'src/my-cart.js', 'cart/other.txt', 'docs/read.md']) {
      workspace.put(`ws/${name}`, '');
    }
    const found = async (query: string) => {
      const files = await sources().findFiles(query, signal);
      assert.ok(files.ok);
      return files.value.map(({ label, detail }) => `${detail}/${label}`);
    };
    assert.deepEqual(await found('cART'), ['src/Cart.js', 'src/my-cart.js']);
    assert.deepEqual(await found('cart/O'), ['cart/other.txt']);
    assert.deepEqual(await found('[*'), []);
    assert.equal((await found('')).length, 4);
  });

  it('cannot be found where no folder can be searched', async () => {
    const find = () => Promise.resolve(fail(failure('unavailable', 'No ripgrep.')));
    const found = await sources({}, undefined, undefined, { find }).findFiles('x', signal);
    assert.equal(messageOf(found), 'No ripgrep.');
  });

  it('003-mcp-12: a resource is its server and address, to be read by a call; none but a listed one', async () => {
    const found = await sources().resource('talk/file:///etc/passwd');
    assert.ok(found.ok);
    assert.deepEqual(found.value.reads, { server: 'talk', uri: 'file:///etc/passwd' });
    assert.equal(found.value.text, '');
    assert.match(found.value.uri, /^gatehouse:mcp\/talk\//);
    for (const path of ['talk/memo://other', 'other/file:///etc/passwd', '']) {
      assert.equal((await sources().resource(path)).ok, false, path);
    }
  });
});
