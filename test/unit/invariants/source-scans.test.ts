import assert from 'node:assert/strict';
import path from 'node:path';
import { expectedBreaks, probesFolder } from '../../arch/probe-comments';
import {
  ambientName,
  imported,
  importedPackage,
  namedTool,
  scanAll,
  secretSource,
  toolNameDecision,
  wordOf,
  type Finding,
} from '../../arch/source-scan';
import { readSource, sourceFiles } from '../../arch/source-text';

const core = sourceFiles('src/core');
const all = [...sourceFiles('src'), ...sourceFiles('webview')];

/** Packages that a folder of the core may use; none may use VS Code or Node. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'src/core/contracts': ['zod', '@agentclientprotocol/sdk', '@agentclientprotocol/sdk/unstable'],
  'src/core/tools': ['zod'],
  'src/core/mcp': ['zod'],
  'src/core/base': ['minimatch'],
  'src/core/gates': ['minimatch'],
  'src/core/web': ['css-select', 'htmlparser2'],
  'src/core/wire': ['eventsource-parser'],
};

const isForeign: Finding = (node) => {
  const name = importedPackage(node);
  return name !== undefined && !Object.values(packages).flat().includes(name) ? name : undefined;
};

const isZod: Finding = (node) => (importedPackage(node) === 'zod' ? 'zod' : undefined);

/** Access to the outside world, which tools have only through capabilities. */
const impurity: Finding = (node) => {
  const from = imported(node);
  const isOutside = from !== undefined && /^(?!\.|zod$)|\/(adapters|host|pipeline)\//.test(from);
  return isOutside ? from : ambientName(node);
};

const wireWord = wordOf(/\b(tool_calls|tool_use|input_schema|partial_json|tool_call_id)\b/);

/** Advice to a model that names another tool, and the claim source of 003 for all pages. */
const spokenNames: ReadonlySet<string> = new Set([
  'src/core/pipeline/stages/audit.ts: web_scrape',
  'src/host/diagnostics/editor-diagnostics.ts: list_directory',
]);

/**
 * Our own words that are also a vendor's: the audit's column, our reason to run calls, and the name
 * of a capability in model lists.
 */
const ownWords: Readonly<Record<string, readonly string[]>> = {
  tool_call_id: [
    ...['audit-lines', 'audit-tables'].map((name) => `src/adapters/store/worker/${name}.ts`),
    'src/core/contracts/audit/entry.ts',
    'src/core/pipeline/append-audit.ts',
    'src/core/pipeline/stages/audit.ts',
    'src/host/terminals/recovered-commands.ts',
    'src/host/views/audit/actions.ts',
    'src/host/views/audit/fields.ts',
    'src/host/views/data/erase-all.ts',
  ],
  tool_calls: [
    'src/core/agent/context/summary.ts',
    'src/core/agent/turn/turn.ts',
    'src/core/contracts/chats/messages.ts',
  ],
  tool_use: ['src/adapters/llm/served-models.ts'],
};

function below(...folders: readonly string[]): readonly string[] {
  return all.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
}

describe('the source', () => {
  it('INV-02: the core imports neither VS Code nor Node, and each folder only its packages', () => {
    assert.ok(core.length > 100);
    for (const file of core) {
      const folder = file.split('/').slice(0, 3).join('/');
      const used = scanAll([file], importedPackage).map((line) => line.slice(file.length + 2));
      const foreign = used.filter((name) => packages[folder]?.includes(name) !== true);
      assert.deepEqual(foreign, [], file);
    }
  });

  it('INV-02: only the host imports VS Code', () => {
    const users = all.filter((file) => scanAll([file], imported).includes(`${file}: vscode`));
    const outside = users.filter((file) => !/^src\/(host\/|extension\.ts$)/.test(file));
    assert.deepEqual(outside, []);
    assert.ok(users.length > 10, 'the scan sees those that do');
  });

  it('INV-06: depends on no graph library', () => {
    assert.equal(
      /"node_modules\/(@langchain\/|langgraph)/.test(readSource('package-lock.json')),
      false,
    );
  });

  it("INV-11: words of a provider's wire format occur in its wire adapter and nowhere else", () => {
    const spoken = scanAll(
      all.filter((file) => !file.startsWith('src/core/wire/')),
      wireWord,
    );
    const own = Object.entries(ownWords).flatMap(([word, files]) =>
      files.map((file) => `${file}: ${word}`),
    );
    assert.deepEqual([...spoken].sort(), own.sort());
  });

  it('INV-19: no code that runs or decides asks for a tool by name', () => {
    const deciding = below(
      'src/core/tools',
      'src/core/pipeline',
      'src/core/gates',
      'src/core/agent',
    );
    assert.deepEqual(scanAll(deciding, toolNameDecision), []);
  });

  it('contract-fields: stages, gates, agent and host know no tool by its name', () => {
    const unnamed = below(
      'src/core/pipeline',
      'src/core/gates',
      'src/core/agent',
      'src/core/shell',
      'src/host',
    );
    assert.ok(unnamed.length > 200);
    const named = scanAll(unnamed, namedTool).filter((found) => !spokenNames.has(found));
    assert.deepEqual(named, []);
  });

  it('INV-27: contracts and tools, ours and those of servers, alone import zod; the runner has none of its own', () => {
    const free = core.filter((file) => !/^src\/core\/(contracts|mcp|tools)\//.test(file));
    assert.deepEqual(scanAll(free, isZod), []);
  });

  it('INV-32: tool files read no environment, create no clients and import no adapter', () => {
    const tools = below('src/core/tools');
    assert.ok(tools.length > 10);
    assert.deepEqual(scanAll(tools, impurity), []);
  });

  it('INV-F3: secrets and environment are read in the host alone', () => {
    const outside = all.filter((file) => !file.startsWith('src/host/'));
    assert.deepEqual(scanAll(outside, secretSource), []);
    assert.ok(scanAll(below('src/host'), secretSource).length > 0, 'the scan sees those that do');
  });

  it('JSON of any author is parsed by parseJson, which refuses what is nested too deep', () => {
    const own = [
      // Written by us.
      ...['src/build/lean-prices.ts', 'src/build/manifest.ts', 'src/build/notices.ts'],
      'src/core/pipeline/runtime/plain-json.ts',
      // The host has cut its text, and what cannot be read is shown as it is.
      'webview/cards/arguments.tsx',
      'src/core/contracts/json.ts',
    ];
    const isBare = /\bJSON\s*\.\s*parse\(/;
    const bare = all.filter((file) => isBare.test(readSource(file)));
    assert.deepEqual(
      bare.filter((file) => !own.includes(file)),
      [],
    );
  });

  const probed: Readonly<Record<string, Finding>> = {
    'INV-02': isForeign,
    'INV-11': wireWord,
    'INV-19': toolNameDecision,
    'contract-fields': namedTool,
    'INV-27': isZod,
    'INV-32': impurity,
    'INV-F3': secretSource,
  };
  for (const [rule, finding] of Object.entries(probed)) {
    it(`${rule}: the scan finds exactly the probes that break it`, () => {
      const folder = path.join(probesFolder, 'invariants');
      const probes = sourceFiles('test/arch/probes/invariants');
      const found = probes.filter((probe) => scanAll([probe], finding).length > 0);
      const breaking = expectedBreaks(folder).filter((line) => line.endsWith(`: ${rule}`));
      assert.deepEqual(
        found.map((probe) => `${path.basename(probe)}: ${rule}`),
        breaking,
      );
    });
  }
});
