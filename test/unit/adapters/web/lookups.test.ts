import assert from 'node:assert/strict';
import { connect } from 'node:net';
import fc from 'fast-check';
import type { DnsRecord } from '../../fakes/dns-server';
import { privateAddresses } from './address-tables';
import {
  createMoment,
  createWebWorld,
  leadTo,
  lookupBy,
  Opened,
  publicAddress,
  said,
} from './world';

const a = (value: string, name?: string): DnsRecord => ({
  type: 'A',
  value,
  ...(name === undefined ? {} : { name }),
});
const six = (value: string): DnsRecord => ({ type: 'AAAA', value });

describe('003-web-4: lookups and connections', () => {
  const opened = new Opened();
  let hits = 0;
  let bytes = 0;

  beforeEach(() => {
    hits = 0;
    bytes = 0;
  });

  afterEach(() => {
    opened.close();
  });

  function serve(): Promise<number> {
    return opened.serve((_request, response) => {
      hits += 1;
      response.end('page');
    });
  }

  /** Counts what is written before a connection is refused. */
  function serveBytes(onClose: () => void): Promise<number> {
    return opened.serveRaw((socket) => {
      socket.on('data', (data) => (bytes += data.length));
      socket.on('close', onClose);
    });
  }

  /** A world whose DNS server gives these answers. */
  async function worldOf(answers: (question: string, count: number) => readonly DnsRecord[]) {
    const counts = new Map<string, number>();
    const dns = await opened.resolve((question) => {
      const count = counts.get(question) ?? 0;
      counts.set(question, count + 1);
      return answers(question, count);
    });
    const port = await serve();
    return { dns, ...createWebWorld(port, { network: { lookup: lookupBy(dns) } }) };
  }

  it('a public answer is dialled, with one lookup', async () => {
    const { get, dns } = await worldOf((question) =>
      question.startsWith('A ') ? [a(publicAddress)] : [],
    );
    const answer = await get('https://example.com/');
    assert.equal(said(answer), 'page');
    assert.deepEqual(answer.visit.addresses, [publicAddress]);
    assert.deepEqual([...dns.asked].sort(), ['A example.com', 'AAAA example.com']);
  });

  it('rebinding: the checked address is the one that is dialled, and a later answer is checked', async () => {
    const { get, dns } = await worldOf((question, count) =>
      question.startsWith('A ') ? [a(count === 0 ? publicAddress : '127.0.0.1')] : [],
    );
    const first = await get('https://example.com/');
    assert.deepEqual([said(first), first.visit.addresses], ['page', [publicAddress]]);
    assert.equal(dns.asked.filter((each) => each === 'A example.com').length, 1);
    const second = await get('https://example.com/');
    assert.match(said(second), /^policy_denied policy_blocked: .*"lookup".* 127\.0\.0\.1/);
    assert.deepEqual([second.visit.refusedBy, second.visit.addresses, hits], ['lookup', [], 1]);
  });

  for (const [title, answers] of Object.entries<readonly DnsRecord[]>({
    'a private answer among many': [
      ...Array.from({ length: 20 }, (_, at) => a(`93.184.216.${String(at + 1)}`)),
      a('10.0.0.1'),
    ],
    'a private answer before public ones': [a('169.254.169.254'), a(publicAddress)],
    'a private IPv6 answer': [six('fd00:ec2::254')],
    'a mapped answer': [six('::ffff:7f00:1')],
    'NAT64 of a public address': [six('64:ff9b::808:808')],
    'a CNAME to a private name': [
      { type: 'CNAME', value: 'db.internal' },
      a('10.0.0.1', 'db.internal'),
    ],
    'a CNAME to this machine': [{ type: 'CNAME', value: 'localhost' }, a('127.0.0.1', 'localhost')],
  })) {
    it(`any answer that is not public refuses the whole: ${title}`, async () => {
      const type = answers.at(-1)?.type === 'AAAA' ? 'AAAA' : 'A';
      const { get } = await worldOf((question) => {
        if (question.startsWith(`${type} `)) return answers;
        return type === 'AAAA' ? [a(publicAddress)] : [];
      });
      const { visit, ...answer } = await get('https://example.com/');
      assert.ok(!answer.ok);
      assert.deepEqual([answer.failure.errorCode, visit.refusedBy], ['policy_denied', 'lookup']);
      assert.deepEqual([visit.addresses, hits], [[], 0]);
    });
  }

  it('a name that is not there is a failure of the network, by class', async () => {
    const { get } = await worldOf(() => []);
    assert.equal(
      said(await get('https://example.com/')),
      'execution network_error: example.com was not found. Check the address.',
    );
  });

  it('no answer is no address', async () => {
    const port = await serve();
    const { get } = createWebWorld(port, { network: { lookup: () => Promise.resolve([]) } });
    assert.match(said(await get('https://example.com/')), /was not found/);
  });

  it('a literal public address is reached without a lookup, and its certificate checked', async () => {
    const port = await serve();
    const lookup = () => Promise.reject(new Error('no lookup'));
    const { get } = createWebWorld(port, { network: { lookup } });
    assert.equal(said(await get(`https://${publicAddress}/`)), 'page');
    assert.match(said(await get('https://1.1.1.1/')), /certificate of 1\.1\.1\.1 was not accepted/);
  });

  it('the next address is dialled when one refuses', async () => {
    const port = await serve();
    const dialled: string[] = [];
    const { get } = createWebWorld(port, {
      network: {
        lookup: () => Promise.resolve(['8.8.8.8', '9.9.9.9', '2606:4700::1', publicAddress]),
        connect: (address, to) => {
          dialled.push(address);
          if (address !== publicAddress) return leadTo(1)(address, to);
          return leadTo(port)(address, to);
        },
      },
    });
    const answer = await get('https://example.com/');
    assert.equal(said(answer), 'page');
    assert.deepEqual(dialled, ['8.8.8.8', '2606:4700::1', '9.9.9.9', publicAddress]);
    assert.deepEqual(answer.visit.addresses, dialled);
  });

  it('the next address is dialled when one does not answer in time', async () => {
    const port = await serve();
    const silent = await opened.serve(() => undefined);
    const world = createWebWorld(port, {
      network: {
        lookup: () => Promise.resolve(['8.8.8.8', publicAddress]),
        connect: (address, to) => {
          const socket = leadTo(address === publicAddress ? port : silent)(address, to);
          if (address === '8.8.8.8') {
            socket.removeAllListeners('connect');
            socket.once = () => socket;
            setImmediate(() => world.clock.advance(250));
          }
          return socket;
        },
      },
    });
    const answer = await world.get('https://example.com/');
    assert.equal(said(answer), 'page');
    assert.deepEqual(answer.visit.addresses, ['8.8.8.8', publicAddress]);
  });

  it('the address of the connection is checked: no byte is written before, the TLS hello included', async () => {
    const privates = privateAddresses.filter((each) => each !== '');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...privates), async (shown) => {
        const closed = createMoment();
        const port = await serveBytes(closed.reach);
        const { get } = createWebWorld(port, { network: { connect: leadTo(port, shown) } });
        const answer = await get('https://example.com/');
        await closed.reached;
        assert.match(said(answer), /^policy_denied policy_blocked: .*"connection"/);
        assert.deepEqual([answer.visit.refusedBy, bytes], ['connection', 0]);
      }),
      { numRuns: 40 },
    );
  });

  it('a connection that is in truth to this machine is refused', async () => {
    const closed = createMoment();
    const port = await serveBytes(closed.reach);
    const { get } = createWebWorld(port, {
      network: { connect: () => connect(port, '127.0.0.1') },
    });
    assert.match(said(await get('https://example.com/')), /"connection".* 127\.0\.0\.1/);
    await closed.reached;
    assert.equal(bytes, 0);
  });

  it('bytes are only written after the address of the connection was read', async () => {
    const order: string[] = [];
    const port = await opened.serveRaw((socket) => {
      socket.on('data', () => {
        order.push('byte');
        socket.destroy();
      });
    });
    const { get } = createWebWorld(port, {
      network: {
        connect: (address, to) => {
          const socket = leadTo(port)(address, to);
          Object.defineProperty(socket, 'remoteAddress', {
            get: () => {
              order.push('check');
              return address;
            },
          });
          return socket;
        },
      },
    });
    assert.match(said(await get('https://example.com/')), /closed the connection/);
    assert.deepEqual(order.slice(0, 2), ['check', 'byte']);
  });
});
