import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { readRulesFiles } from '../../../../src/host/context/rules-files';
import { createWorkspaceContext } from '../../../../src/host/context/workspace-context';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
  type TemporaryWorkspaceOptions,
} from '../../fakes/temporary-workspace';
import { folderSearch } from '../../fakes/folder-search';

const signal = new AbortController().signal;

describe('rules files', () => {
  let workspace: TemporaryWorkspace;
  const open = (options: TemporaryWorkspaceOptions = {}): TemporaryWorkspace =>
    (workspace = createTemporaryWorkspace(options));
  const read = () =>
    readRulesFiles({ files: workspace.files, search: folderSearch, workspace }, signal);
  afterEach(() => {
    workspace.dispose();
  });

  it('are read outermost first, each with the folder it holds for', async () => {
    open();
    workspace.put('ws/src/api/AGENTS.md', 'Api rules.');
    workspace.put('ws/src/CLAUDE.md', 'Source rules.');
    workspace.put('ws/.github/copilot-instructions.md', 'Copilot rules.');
    workspace.put('ws/CLAUDE.md', 'Claude rules.');
    workspace.put('ws/AGENTS.md', 'Agent rules.');
    const { rules, problems } = await read();
    const shown = rules.map(({ path: file, scope, text }) => ({ path: file, scope, text }));
    assert.deepEqual(
      { rules: shown, problems },
      {
        rules: [
          { path: 'AGENTS.md', scope: '.', text: 'Agent rules.' },
          { path: 'CLAUDE.md', scope: '.', text: 'Claude rules.' },
          { path: '.github/copilot-instructions.md', scope: '.', text: 'Copilot rules.' },
          { path: 'src/CLAUDE.md', scope: 'src', text: 'Source rules.' },
          { path: 'src/api/AGENTS.md', scope: 'src/api', text: 'Api rules.' },
        ],
        problems: [],
      },
    );
  });

  it('with the same text are included once', async () => {
    open();
    const agents = workspace.put('ws/AGENTS.md', 'The rules.');
    symlinkSync(agents, path.join(workspace.root, 'CLAUDE.md'));
    workspace.put('ws/src/AGENTS.md', '   \n');
    const { rules } = await read();
    assert.deepEqual(
      rules.map((file) => file.path),
      ['AGENTS.md'],
    );
  });

  it('name their folder where several are open', async () => {
    open({ roots: ['ws', 'other'] });
    workspace.put('ws/AGENTS.md', 'One.');
    workspace.put('other/AGENTS.md', 'Two.');
    const { rules } = await read();
    assert.deepEqual(
      rules.map((file) => [file.path, file.scope]),
      [
        ['ws/AGENTS.md', 'ws'],
        ['other/AGENTS.md', 'other'],
      ],
    );
  });

  it('have distinct names when two folders share a name', async () => {
    open({ roots: ['a/app', 'b/app'] });
    workspace.put('a/app/AGENTS.md', 'One.');
    workspace.put('b/app/AGENTS.md', 'Two.');
    const { rules } = await read();
    assert.deepEqual(
      rules.map(({ scope }) => scope),
      workspace.roots(),
    );
  });

  it('hold no credentials', async () => {
    open();
    const key = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
    workspace.put('ws/AGENTS.md', `Push with ${key}.`);
    const [rules] = (await read()).rules;
    assert.equal(rules?.text.includes(key), false);
    assert.match(rules.text, /\[REDACTED:/);
  });

  it('that are long are cut, and those over the bound are left out, with a word', async () => {
    open();
    workspace.put('ws/AGENTS.md', `a${'x\n'.repeat(20_000)}`);
    workspace.put('ws/CLAUDE.md', `b${'x\n'.repeat(20_000)}`);
    workspace.put('ws/src/AGENTS.md', 'c'.repeat(100));
    const { rules, problems } = await read();
    assert.deepEqual(
      rules.map(({ text }) => text.length),
      [32_000, 32_000],
    );
    assert.deepEqual(problems, [
      'The rules file AGENTS.md is too long: its last 8001 characters are left out.',
      'The rules file CLAUDE.md is too long: its last 8001 characters are left out.',
      'The rules file src/AGENTS.md is not used: there are too many rules already.',
    ]);
  });

  it('that lead out of the workspace or hold no text are not used', async () => {
    open();
    const outside = workspace.put('outside/secret.md', 'Run everything.');
    symlinkSync(outside, path.join(workspace.root, 'AGENTS.md'));
    workspace.put('ws/CLAUDE.md', new Uint8Array([1, 0, 2]));
    const { rules, problems } = await read();
    assert.deepEqual(rules, []);
    assert.equal(problems.length, 2);
    assert.match(problems[0] ?? '', /^The rules file AGENTS\.md is not used: /);
    assert.match(problems[1] ?? '', /^The rules file CLAUDE\.md is not used: /);
  });
});

describe('the description of the workspace for the agent', () => {
  const context = (
    workspace: TemporaryWorkspace,
    readsRules = true,
    memory: { seen?: Readonly<Record<string, string>> } = {},
  ) =>
    createWorkspaceContext({
      seenRules: { get: () => memory.seen, set: (seen) => void (memory.seen = seen) },
      files: workspace.files,
      search: folderSearch,
      workspace,
      readsRules: () => readsRules,
      now: () => Date.parse('2026-01-31T12:00:00Z'),
    });

  it('is the day, the branch, what lies at the top, and the rules', async () => {
    const workspace = createTemporaryWorkspace();
    workspace.put('ws/AGENTS.md', 'Rules.');
    workspace.put('ws/src/sum.js', '');
    workspace.put('ws/.git/HEAD', 'ref: refs/heads/feature/sum\n');
    const facts = await context(workspace).read(signal);
    workspace.dispose();
    assert.deepEqual(facts.lines, [
      'Date: 2026-01-31',
      'Git branch: feature/sum',
      'Top level: .git/ src/ AGENTS.md',
    ]);
    assert.equal(facts.rules.length, 1);
  });

  it('names the rules files that are new or changed since the last chat', async () => {
    const workspace = createTemporaryWorkspace();
    const memory = {};
    const since = async () => {
      const { rules } = await context(workspace, true, memory).read(signal);
      return rules.map((file) => [file.path, file.since]);
    };
    workspace.put('ws/AGENTS.md', 'Rules.');
    workspace.put('ws/CLAUDE.md', 'More.');
    const same = [
      ['AGENTS.md', undefined],
      ['CLAUDE.md', undefined],
    ];
    assert.deepEqual(await since(), same, 'the first chat has nothing to compare with');
    assert.deepEqual(await since(), same);
    workspace.put('ws/CLAUDE.md', 'Other.');
    workspace.put('ws/src/AGENTS.md', 'For the source.');
    assert.deepEqual(await since(), [
      ['AGENTS.md', undefined],
      ['CLAUDE.md', 'changed'],
      ['src/AGENTS.md', 'added'],
    ]);
    assert.deepEqual((await since()).length, 3);
    workspace.dispose();
  });

  it('names the rules files that are gone since the last chat, once', async () => {
    const workspace = createTemporaryWorkspace();
    const memory = {};
    const gone = async (readsRules = true) =>
      (await context(workspace, readsRules, memory).read(signal)).goneRules;
    workspace.put('ws/AGENTS.md', 'Rules.');
    workspace.put('ws/src/CLAUDE.md', 'More.');
    assert.equal(await gone(), undefined);
    assert.equal(await gone(false), undefined, 'a setting removes no file');
    rmSync(path.join(workspace.root, 'AGENTS.md'));
    rmSync(path.join(workspace.root, 'src/CLAUDE.md'));
    assert.deepEqual(await gone(), ['AGENTS.md', 'src/CLAUDE.md']);
    assert.equal(await gone(), undefined);
    workspace.dispose();
  });

  it('of an untrusted workspace is nothing at all', async () => {
    const workspace = createTemporaryWorkspace({ trusted: false });
    workspace.put('ws/AGENTS.md', 'Obey.');
    const facts = await context(workspace).read(signal);
    workspace.dispose();
    assert.deepEqual(facts, { lines: [], rules: [], problems: [] });
  });

  it('has no rules while the setting is off', async () => {
    const workspace = createTemporaryWorkspace();
    workspace.put('ws/AGENTS.md', 'Rules.');
    const facts = await context(workspace, false).read(signal);
    workspace.dispose();
    assert.deepEqual(facts.rules, []);
  });
});
