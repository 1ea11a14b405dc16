import assert from 'node:assert/strict';
import { toolSelectors } from '../../../../src/core/pipeline/catalog';
import type { ToolSelector } from '../../../../src/core/pipeline/runtime/deps';
import { toolSpec } from '../../fakes/runner';
import { createWorld } from './fixture';

const names = (world: ReturnType<typeof createWorld>) =>
  world.pipeline.catalog().map(({ name }) => name);

describe('the catalog of a request', () => {
  it('is what all selectors leave of all tools, and a tool left out can still be called', async () => {
    const readsOnly: ToolSelector = (tools) => tools.filter(({ effect }) => effect === 'read_only');
    const selectors = [...toolSelectors, readsOnly];
    assert.deepEqual(names(createWorld({ selectors })), ['core__echo']);
    const world = createWorld({ selectors, effect: 'state_change' });
    assert.deepEqual(names(world), []);
    assert.deepEqual(
      world.pipeline.tools().map(({ name }) => name),
      ['core__echo'],
    );
    assert.equal((await world.call({ text: 'a' })).status, 'completed');
  });

  it('decision 7: no selector brings back what is denied, and none adds a tool', () => {
    const adds: ToolSelector = (tools) => [toolSpec('core__other', 'read_only'), ...tools];
    const policy = { allowedTools: new Set<string>() };
    assert.deepEqual(names(createWorld({ selectors: [adds, ...toolSelectors] })), ['core__echo']);
    assert.deepEqual(names(createWorld({ selectors: [...toolSelectors, adds], policy })), []);
  });
});
