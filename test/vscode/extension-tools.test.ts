import * as assert from 'node:assert/strict';
import { scriptedModels } from './models/scripted-models';
import { parts, runTyped, until } from './world';
import { call, freshSession } from './rules/calls';
import { withAnything } from './rules/settings';

const name = 'gatehouse_test_echo';
const id = `ext__${name}`;

describe('tools of other extensions', () => {
  it('003-mcp-10: a real tool is off, runs once the user has switched it on, and asks', async () => {
    const { mcp, pipeline, trust } = await parts();
    const { extensions } = mcp;
    const found = () => extensions.all().tools.find(({ tool }) => tool.name === name);
    await until('VS Code lists the tool', () => found() !== undefined);
    await withAnything({ 'extensionTools.allowed': undefined }, async () => {
      assert.equal(found()?.standing, 'off');
      assert.equal((await call(id, { text: 'hi' })).code, 'policy_denied');
      assert.ok(!pipeline.catalog().some((tool) => tool.name === id));
      assert.equal(trust.setFor(freshSession(), 'ext'), 'untrusted');

      const tool = found();
      assert.ok(tool);
      assert.ok((await extensions.allow([tool], 'provisional')).ok);
      assert.ok(pipeline.catalog().some((offered) => offered.name === id));
      assert.equal(trust.setFor(freshSession(), 'ext'), 'provisional');
      const made = await call(id, { text: 'hi' });
      assert.match(made.outcome.text, /source="ext">\necho: hi\n/);
      assert.equal(made.asked.length, 1);
      assert.deepEqual([made.entry.tool, made.entry.result], [id, 'success']);

      // As `/tool` in the panel makes it.
      const typed = await runTyped(id, { text: 'typed' });
      assert.match(typed.outcome.text, /\necho: typed\n/);

      const failed = await call(id, { text: 'fail' });
      assert.match(failed.outcome.failure?.message ?? '', /as asked/);
      const denied = await call(id, { text: 'file:///somewhere/else' });
      assert.deepEqual([denied.code, denied.asked.length], ['policy_denied', 0]);
      assert.equal((await call(id, { text: 1 })).code, 'validation');
    });
  });

  it('003-mcp-10: Stop cancels a call through the token of VS Code', async () => {
    const { mcp } = await parts();
    const { extensions } = mcp;
    await withAnything({ 'extensionTools.allowed': undefined }, async () => {
      const tool = extensions.all().tools.find((each) => each.tool.name === name);
      assert.ok(tool);
      assert.ok((await extensions.allow([tool], 'trusted')).ok);
      const stop = new AbortController();
      const { tool: fixture } = await scriptedModels();
      const running = call(id, { text: 'hang' }, { signal: stop.signal });
      await until('the tool runs', () => fixture.waiting === 1);
      stop.abort();
      assert.equal((await running).code, 'cancelled');
      await until('the tool was cancelled', () => fixture.waiting === 0);
    });
  });

  it('INV-21: another definition than the approved one is refused', async () => {
    const { mcp, pipeline } = await parts();
    const { extensions } = mcp;
    const other = [{ name, level: 'trusted', digest: '0'.repeat(64) }];
    await withAnything({ 'extensionTools.allowed': other }, async () => {
      const tool = extensions.all().tools.find((each) => each.tool.name === name);
      assert.equal(tool?.standing, 'changed');
      assert.ok(!pipeline.catalog().some((offered) => offered.name === id));
      const made = await call(id, { text: 'hi' });
      assert.deepEqual([made.code, made.asked.length], ['unavailable', 0]);
    });
  });
});
