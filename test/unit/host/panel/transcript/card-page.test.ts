import assert from 'node:assert/strict';
import type { ShownVisit } from '../../../../../src/core/contracts/calls/outcome';
import type { CallItem, CardPage } from '../../../../../src/core/contracts/panel/state';
import { Transcript } from '../../../../../src/host/panel/transcript/transcript';

const visit: ShownVisit = {
  url: 'https://example.com/a',
  addresses: ['93.184.216.34'],
  redirects: [],
  fetchedAt: '2026-01-31T00:00:00.000Z',
};

function shown(web: object): CardPage | undefined {
  return card({ web })?.page;
}

function card(gatehouse: object): CallItem | undefined {
  const transcript = new Transcript(() => 0);
  transcript.update({
    sessionUpdate: 'tool_call',
    toolCallId: 'c1',
    title: 'https://example.com/a',
    kind: 'fetch',
    status: 'completed',
    _meta: { gatehouse },
  });
  return transcript.card('c1')?.item;
}

describe('a card of a call that read a page', () => {
  it('shows title, host, size and what was cut', () => {
    const facts = {
      ...{ title: 'Docs', status: 200, bytes: 2_000_000, removed: 3, unknownCharset: 'x-none' },
      undecoded: 'PDF document',
      cut: { bytes: 1_048_576, characters: 12 },
    };
    const expected = { ...facts, url: visit.url, host: 'example.com' };
    assert.deepEqual(shown({ ...visit, ...facts }), expected);
  });

  it('leads to where redirects led', () => {
    const page = shown({ ...visit, finalUrl: 'https://docs.example.org/b' });
    assert.deepEqual(page, { url: 'https://docs.example.org/b', host: 'docs.example.org' });
  });

  it('shows the host in ASCII, so that look-alike letters show', () => {
    assert.equal(shown({ ...visit, url: 'https://exаmple.com/' })?.host, 'xn--exmple-4nf.com');
  });

  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'https://a@example.com/', '']) {
    it(`offers no browser for ${JSON.stringify(url)}`, () => {
      assert.equal(shown({ ...visit, url }), undefined);
    });
  }

  it('offers no browser for an address that a check refused', () => {
    const finalUrl = 'https://10.0.0.1/';
    assert.equal(shown({ ...visit, finalUrl, refusedBy: 'redirect' }), undefined);
  });

  it('decision url-origin: says where each address comes from, and what may leave with it', () => {
    const address = { url: visit.url, host: 'example.com' };
    const made = { ...address, origin: { from: 'model' }, mayCarryData: true };
    const given = { ...address, origin: { from: 'user' } };
    const shownTexts = card({ addresses: [made, given] })?.addresses?.map(
      ({ origin, warning }) => `${origin}: ${warning ?? 'nothing'}`,
    );
    assert.deepEqual(shownTexts, [
      'composed by the model: The model made up a part of this address. It may carry data out of this computer.',
      'you gave it: nothing',
    ]);
    assert.equal(card({ addresses: [{ ...address, origin: 'x' }] })?.addresses, undefined);
    assert.equal(card({ addresses: Array(100).fill(given) })?.addresses?.length, 10);
  });

  it('ignores malformed data', () => {
    assert.equal(shown({ ...visit, bytes: 'many' }), undefined);
    assert.equal(shown({ ...visit, url: `https://example.com/${'a'.repeat(9000)}` }), undefined);
  });
});
