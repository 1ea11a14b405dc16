import assert from 'node:assert/strict';
import { failure } from '../../../../../src/core/contracts/failure';
import type { ModelOptions } from '../../../../../src/core/contracts/models';
import {
  type ModelItem,
  factLabels,
  shortTokens,
} from '../../../../../src/host/views/models/model-items';
import { pickerItems } from '../../../../../src/host/views/models/picker-items';
import { pickerFacts, type Changes } from './picker-facts';

function lines(changes: Changes = {}): readonly ModelItem[] {
  return pickerItems(pickerFacts(changes));
}

function shown(changes: Changes, group: RegExp): readonly string[] {
  return lines(changes)
    .filter((line) => group.test(line.group))
    .map(({ icon, label, description }) => {
      const mark = icon === undefined ? '' : `(${icon}) `;
      return description === '' ? `${mark}${label}` : `${mark}${label} | ${description}`;
    });
}

describe('the lines of the model picker', () => {
  it('show models by where they are, then where to get more', () => {
    assert.deepEqual(
      [...new Set(lines().map(({ group }) => group))],
      [
        'VS Code',
        'OpenAI-compatible · api.example.com',
        'Anthropic · api.anthropic.com',
        'Ollama · 127.0.0.1:11434',
        'Set up',
      ],
    );
    assert.deepEqual(shown({}, /Set up/), ['Manage providers…']);
  });

  it('are two when there is no model', () => {
    const off = { list: { kind: 'off' } } as const;
    const servers = { openai: off, anthropic: off, ollama: off };
    const all = lines({ servers, vscode: { kind: 'asking' } });
    assert.deepEqual(
      all.map(({ label, choice }) => [label, choice.kind]),
      [
        ['No models yet', 'page'],
        ['Manage providers…', 'page'],
      ],
    );
  });

  it('show the facts of a model, and mark the chosen one', () => {
    const models = [
      { name: 'a', contextTokens: 131_072, tools: true, images: true, reasoning: true },
      { name: 'b', tools: false, detail: '7.6B · Q4_K_M' },
      { name: 'c' },
    ];
    const list = { kind: 'here', models } as const;
    assert.deepEqual(shown({ current: 'openai/b', servers: { openai: { list } } }, /^OpenAI/), [
      'a | 128k context · tools · images · reasoning',
      'b | no tools · 7.6B · Q4_K_M · current',
      'c',
    ]);
  });

  it('show the context that is requested, and what is assumed', () => {
    const models = [{ name: 'a', contextTokens: 131_072 }, { name: 'gpt-4.1' }];
    const list = { kind: 'here', models } as const;
    assert.equal(
      shown({ servers: { ollama: { list } } }, /^Ollama/)[0],
      'a | 16k of 128k context',
      'Ollama takes memory for all that is asked for',
    );
    assert.equal(
      shown({ servers: { openai: { list } } }, /^OpenAI/)[1],
      'gpt-4.1 | ~1M context · images',
    );
  });

  it('let the user override what a server reports of a model', () => {
    const models = [{ name: 'a', contextTokens: 8192, tools: false }];
    const options = (id: string): ModelOptions =>
      id === 'openai/a' ? { contextTokens: 32_768, tools: 'fenced' } : {};
    const list = { kind: 'here', models } as const;
    assert.deepEqual(shown({ options, servers: { openai: { list } } }, /^OpenAI/), [
      'a | 32k context · tools',
    ]);
  });

  it('show the vendor of VS Code models, and what its API lacks', () => {
    const group = /^VS Code/;
    const lacks = '(info) VS Code passes on no system messages, token usage, thinking';
    assert.deepEqual(shown({ current: 'vscode/acme/big' }, group), [
      'Acme Big | acme · 64k context · tools · images · current',
      lacks,
    ]);
    assert.deepEqual(shown({ current: 'vscode/acme/gone' }, group), [
      'Acme Big | acme · 64k context · tools · images',
      'gone | acme · not offered now · current',
      lacks,
    ]);
  });

  it('keep what the user added and chose, even if the server does not list it', () => {
    const openai = { added: ['mine', 'openai-model'] };
    assert.deepEqual(shown({ current: 'openai/other', servers: { openai } }, /^OpenAI/), [
      'openai-model',
      'mine | not listed by the server',
      'other | not listed by the server · current',
    ]);
  });

  it('show what was added before a list has come', () => {
    const openai = { added: ['mine'], list: { kind: 'asking' } } as const;
    assert.deepEqual(shown({ servers: { openai } }, /^OpenAI/), ['mine']);
  });

  it('do not mention Ollama where it is not running', () => {
    const refused = failure('execution', 'refused', { category: 'network_error' });
    const ollama = { list: { kind: 'failed', failure: refused } } as const;
    assert.deepEqual(shown({ servers: { ollama } }, /^Ollama/), []);
  });

  it('show what is wrong with any other server, with the remedy', () => {
    const refused = failure('execution', 'It refused the key. Run X.', {
      category: 'permanent_failure',
    });
    const failed = { list: { kind: 'failed', failure: refused } } as const;
    for (const provider of ['openai', 'anthropic', 'ollama'] as const) {
      const line = lines({ servers: { [provider]: failed } }).find(
        ({ icon }) => icon === 'warning',
      );
      assert.deepEqual(line?.choice, { kind: 'ask-again', source: provider });
      assert.equal(line.detail, 'It refused the key. Run X.');
    }
    const line = lines({ vscode: { kind: 'failed', failure: refused } })[0];
    assert.deepEqual([line?.icon, line?.detail], ['warning', 'It refused the key. Run X.']);
  });

  it('choose a replay at once when a recording is set', () => {
    assert.deepEqual(shown({}, /Recorded/), []);
    const all = lines({ replayFile: '/r.json', current: 'replay' });
    const replay = all.find(({ group }) => group === 'Recorded replies');
    assert.deepEqual(replay?.choice, { kind: 'model', id: 'replay' });
    assert.equal(replay.description, '/r.json · current');
  });

  it('never show a password in an address', () => {
    const servers = { openai: { address: 'https://me:hunter2@api.example.com/v1' } };
    assert.doesNotMatch(JSON.stringify(lines({ servers })), /hunter2/);
  });
});

describe('facts in words', () => {
  const sizes: readonly (readonly [number, string])[] = [
    [512, '512'],
    [4096, '4k'],
    [8192, '8k'],
    [16_000, '16k'],
    [32_768, '32k'],
    [40_960, '40k'],
    [128_000, '128k'],
    [131_072, '128k'],
    [200_000, '200k'],
    [512_000, '512k'],
    [1_000_000, '1M'],
    [1_047_576, '1M'],
    [1_048_576, '1M'],
    [2_500_000, '2.5M'],
  ];
  for (const [tokens, text] of sizes) {
    it(`${String(tokens)} tokens are ${text}`, () => {
      assert.equal(shortTokens(tokens), text);
    });
  }

  it('are only those that are known', () => {
    assert.deepEqual(factLabels({}), []);
    assert.deepEqual(factLabels({ tools: false, images: false, reasoning: false }), ['no tools']);
  });
});
