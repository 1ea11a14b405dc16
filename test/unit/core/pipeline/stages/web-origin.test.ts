import assert from 'node:assert/strict';
import type { SeenUrl } from '../../../../../src/core/contracts/calls/web-address';
import { originOfUrl, webAddresses } from '../../../../../src/core/pipeline/stages/web-origin';
import { pageTool } from '../../../fakes/web-tools';
import { ask, createWorld, gate } from '../fixture';

const result: SeenUrl = { from: 'result', call: 'https://x.example/' };
const long = 'a'.repeat(33);
const seen = new Map<string, SeenUrl>([
  ['https://x.example/given?q=1', { from: 'user' }],
  [`https://x.example/${long}/b?page=2`, result],
  ['https://letters.example/a', result],
  ['https://letters.example/b', result],
  ['https://letters.example/a/long/way/to/a/page/of/this/very/site', result],
  ['https://x.example/made?d=secret', { from: 'model' }],
  ['https://x.example/printed?k=secret', { ...result, isPrivate: true }],
]);

function shown(url: string) {
  const [address = assert.fail(url)] = webAddresses([url], { urls: seen }, 'model') ?? [];
  return address;
}

describe('decision url-origin: where a URL came from', () => {
  const origins: readonly (readonly [string, SeenUrl])[] = [
    ['https://x.example/given?q=1', { from: 'user' }],
    ['https://X.example:443/given?q=1', { from: 'user' }],
    [`https://x.example/${long}/b?page=2`, result],
    ['https://x.example/given', { from: 'model' }],
    ['https://x.example/given?q=1&d=2', { from: 'model' }],
    ['https://letters.example/a', result],
    ['https://letters.example/b', result],
    ['https://letters.example/a/long/way/to/a/page/of/this/very/site', result],
    ['https://x.example/made?d=secret', { from: 'model' }],
    ['not a url', { from: 'model' }],
  ];
  for (const [url, origin] of origins) {
    it(`${url}: ${origin.from}`, () => {
      assert.deepEqual(originOfUrl(url, seen), origin);
    });
  }

  it('what the user types is of the user', () => {
    const [address] = webAddresses(['https://x.example/new?d=1'], { urls: seen }, 'user') ?? [];
    assert.deepEqual([address?.origin, address?.mayCarryData], [{ from: 'user' }, undefined]);
  });

  const carrying: readonly (readonly [string, true | undefined])[] = [
    ['https://x.example/', undefined],
    ['https://x.example/short/path', undefined],
    ['https://x.example/other?q=1', undefined],
    ['https://x.example/other?d=secret', true],
    ['https://x.example/other?d=2', true],
    ['https://x.example/other#part', true],
    [`https://x.example/${long}`, undefined],
    [`https://x.example/${long}b`, true],
    [`https://x.example/${'b'.repeat(32)}`, undefined],
    ['https://x.example/given?q=1', undefined],
    [`https://x.example/${'sk1/2Ab/'.repeat(5)}`, undefined],
    [`https://x.example/${'sk1/2Ab/'.repeat(6)}`, true],
    [`https://x.example/${'a/'.repeat(33)}`, true],
    // A page can name each letter: only a beginning of its path is known.
    [`https://letters.example/${'a/b/'.repeat(17)}`, true],
    ['https://letters.example/a/long/way/to/a/page/of/this/very/site', undefined],
    ['https://letters.example/a/long/way/to/a/page/of/this/very/site/next', undefined],
    [`https://${'c2Vj.cmV0.'.repeat(5)}x.example/`, true],
    ['https://docs.x.example/guide/page.html', undefined],
    [`https://${'a'.repeat(33)}.x.example/`, true],
    // The model may have had a command print it, or written it to a file.
    ['https://x.example/printed?k=secret', true],
    ['https://x.example/other?k=secret', true],
  ];
  for (const [url, expected] of carrying) {
    it(`${url}: ${expected === true ? 'may carry data away' : 'carries nothing new'}`, () => {
      assert.equal(shown(url).mayCarryData, expected);
    });
  }

  it('shows the host in Punycode and as people read it, the port, and the query apart', () => {
    const { url, host, unicodeHost, query } = shown('https://bücher.example:8443/a?b=c#d');
    assert.equal(url, 'https://xn--bcher-kva.example:8443/a?b=c#d');
    assert.deepEqual(
      [host, unicodeHost, query],
      ['xn--bcher-kva.example:8443', 'bücher.example', 'b=c'],
    );
  });

  for (const key of ['AKIAIOSFODNN7EXAMPLX', `ghp_${'a1B2c3D4e5F6'.repeat(3)}`]) {
    it(`a credential is shown in no part of an address: ${key.slice(0, 4)}`, () => {
      for (const url of [
        `https://x.example/${key}`,
        `https://x.example/?q=${key}`,
        `https://x.example/#${key}`,
        `https://${key}@x.example/`,
        `https://user:${key}@x.example/`,
      ]) {
        assert.equal(JSON.stringify(shown(url)).includes(key), false, url);
      }
    });
  }

  it('a credential is not shown in the name of a host', () => {
    const key = `ghp_${'a1b2c3d4e5f6'.repeat(3)}`;
    const address = shown(`https://${key}.x.example/`);
    assert.equal(JSON.stringify(address).includes(key), false);
    assert.match(address.host, /^\[REDACTED:[\w-]+\]\.x\.example$/);
  });

  it('a host of look-alike letters is shown in Punycode and as it is read', () => {
    const { host, unicodeHost } = shown('https://раураl.example/');
    assert.deepEqual([host, unicodeHost], ['xn--l-7sba6dbr.example', 'раураl.example']);
  });

  it('the approval of a call has it, and credentials in it are redacted', async () => {
    const world = createWorld({
      extraTools: [pageTool()],
      gates: [gate('permission-rules', () => ask)],
    });
    world.pipeline.setUserMessage('s1', 'Read https://x.example/given');
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await world.call({ url: 'https://x.example/given' }, { tool: 'core__page' });
    await world.call({ url: `https://x.example/?token=${secret}` }, { tool: 'core__page' });
    const [given, made] = world.asked.map(({ details }) => details.web?.[0]);
    assert.deepEqual([given?.origin.from, given?.mayCarryData], ['user', undefined]);
    assert.deepEqual([made?.origin.from, made?.mayCarryData], ['model', true]);
    const routine = world.asked.map(({ details }) => details.isRoutine);
    assert.deepEqual(routine, [true, false], 'no key answers for data that may leave');
    assert.equal(JSON.stringify(made).includes(secret), false);
  });

  it('a call that a rule allows has it too, before it runs', async () => {
    const world = createWorld({ extraTools: [pageTool()] });
    await world.call({ url: 'https://x.example/?d=secret' }, { tool: 'core__page' });
    const [start] = world.events;
    assert.ok(start?.type === 'start' && start.state === 'running');
    const [made] = start.addresses ?? [];
    assert.deepEqual([made?.origin.from, made?.mayCarryData], ['model', true]);
    assert.deepEqual(world.asked, []);
  });

  it('a call without an address has none', async () => {
    const world = createWorld({ gates: [gate('permission-rules', () => ask)] });
    await world.call({ text: 'a' });
    assert.equal(world.asked[0]?.details.web, undefined);
  });
});
