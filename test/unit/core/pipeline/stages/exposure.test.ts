import assert from 'node:assert/strict';
import { failure } from '../../../../../src/core/contracts/failure';
import type { ReadKinds } from '../../../../../src/core/contracts/chats/exposure';
import { pageTool, type PageToolOptions } from '../../../fakes/web-tools';
import { allow, createWorld, deny, gate, type World } from '../fixture';

const url = 'https://x.example/a';

function worldWith(page: PageToolOptions, verdict = allow): World {
  return createWorld({
    extraTools: [pageTool(page)],
    gates: [gate('permission-rules', () => verdict)],
  });
}

function readIn(world: World): ReadKinds {
  return world.pipeline.snapshot('s1').read ?? {};
}

function urlsIn(world: World): Readonly<Record<string, string>> {
  const { urls = [] } = world.pipeline.snapshot('s1');
  return Object.fromEntries(urls.map(([name, { from }]) => [name, from]));
}

describe('decision chat-exposure: what the model reads is noted', () => {
  const broken = failure('execution', 'It broke.');
  const cases: readonly (readonly [
    string,
    PageToolOptions,
    'private' | 'untrusted' | undefined,
  ])[] = [
    ['a page', {}, 'untrusted'],
    ['a file', { provenance: 'private' }, 'private'],
    [
      'a failed call whose output reached the model',
      { run: () => ({ ok: false, failure: broken, value: { text: 'half a page' } }) },
      'untrusted',
    ],
    [
      'a command that failed',
      { run: () => ({ ok: true, failed: true, value: { text: 'x' } }) },
      'untrusted',
    ],
    [
      'not a failed call without output',
      { run: () => ({ ok: false, failure: broken }) },
      undefined,
    ],
  ];
  for (const [what, options, kind] of cases) {
    it(what, async () => {
      const world = worldWith(options);
      const { toolCallId } = await world.call({ url }, { tool: 'core__page' });
      const read = { label: url, tool: 'core__page', toolCallId };
      const span = { first: read, last: read };
      assert.deepEqual(readIn(world), kind === undefined ? {} : { [kind]: span });
    });
  }

  it('a URL of a file or command is no stranger’s until a page has it too', async () => {
    const text = 'https://x.example/printed?k=1';
    const isPrivate = async (provenance: 'private' | 'untrusted') => {
      const run = () => ({ ok: true, value: { text } }) as const;
      const world = worldWith({ provenance, run });
      await world.call({ url }, { tool: 'core__page' });
      const urls = new Map(world.pipeline.snapshot('s1').urls);
      return urls.get(text)?.isPrivate;
    };
    assert.deepEqual([await isPrivate('private'), await isPrivate('untrusted')], [true, undefined]);
  });

  it('not a call that was refused', async () => {
    const world = worldWith({}, deny);
    await world.call({ url }, { tool: 'core__page' });
    assert.deepEqual(readIn(world), {});
  });

  it('not what is read again from a stored output: the chat had read it', async () => {
    const world = createWorld({ traits: ['readsOverflow'], provenance: 'private' });
    await world.call({ text: 'more of the page' });
    assert.deepEqual(readIn(world), {});
  });

  it('not in a chat that was reset while the call ran', async () => {
    const world: World = worldWith({
      run: () => {
        world.pipeline.reset('s1');
        return { ok: true, value: { text: 'late' } };
      },
    });
    await world.call({ url }, { tool: 'core__page' });
    assert.deepEqual(readIn(world), {});
  });

  it('also what no call has read, with its name redacted', () => {
    const world = createWorld();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    world.pipeline.noteRead('s1', 'private', `file:///w/${secret}`);
    assert.equal(JSON.stringify(readIn(world)).includes(secret), false);
    assert.match(readIn(world).private?.last.label ?? '', /^file:/);
  });
});

describe('decision chat-exposure: the URLs of a chat are noted', () => {
  it('from messages of the user, from results, and from arguments of the model', async () => {
    const world = worldWith({ run: () => ({ ok: true, value: { text: `Next: ${url}/next` } }) });
    world.pipeline.setUserMessage('s1', `Read ${url}/given please.`);
    await world.call({ url }, { tool: 'core__page' });
    assert.deepEqual(urlsIn(world), {
      [`${url}/given`]: 'user',
      [url]: 'model',
      [`${url}/next`]: 'result',
    });
  });

  it('a URL that a call only says again is not seen in its result', async () => {
    const world = createWorld();
    await world.call({ text: `echo ${url}?d=c2VjcmV0` });
    await world.call({ text: `cat ${url}?d=c2VjcmV0` });
    assert.deepEqual(urlsIn(world), { [`${url}?d=c2VjcmV0`]: 'model' });
  });

  it('what the user types as a call is of the user', async () => {
    const world = worldWith({});
    const typed = { origin: 'user', isKeyed: true } as const;
    await world.call({ url }, { tool: 'core__page', ...typed });
    assert.deepEqual(urlsIn(world), { [url]: 'user' });
  });
});
