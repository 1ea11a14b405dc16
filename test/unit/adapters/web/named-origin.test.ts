import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { noProxySettings } from '../../../../src/adapters/http/proxy-route';
import { systemClock } from '../../../../src/adapters/system/clock';
import { GuardedClient } from '../../../../src/adapters/web/guarded-client';
import { isAddressOfUser, isLoopbackAddress } from '../../../../src/adapters/web/public-address';
import { WebRefusal } from '../../../../src/adapters/web/web-failures';
import { parseUrlRule } from '../../../../src/core/contracts/policy/url-rule';
import { portOf } from '../../fakes/proxy-server';

const { signal } = new AbortController();

/** What a request led to: a status, or the check that refused it. */
type Led = number | string;

describe('003-mcp-9: an origin that the settings of the user name', () => {
  let server: Server;
  let port: number;
  let hits = 0;

  before(async () => {
    server = createServer((_request, response) => {
      hits += 1;
      response.end('here');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = portOf(server.address());
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    hits = 0;
  });

  interface Way {
    readonly origin?: string;
    /** What every name has. */
    readonly address?: string;
    readonly deny?: string;
    readonly allow?: string;
  }

  async function ask(url: string, way: Way = {}): Promise<Led> {
    const { origin, address = '127.0.0.1', deny, allow } = way;
    const rules = (text: string | undefined) => {
      const rule = text === undefined ? undefined : parseUrlRule(text);
      return rule?.ok === true ? [rule.value] : [];
    };
    const client = new GuardedClient({
      rules: () => ({ allow: rules(allow), deny: rules(deny), trustProxy: false }),
      proxy: () => noProxySettings,
      environment: () => ({}),
      clock: systemClock,
      network: {
        lookup: () => Promise.resolve([address]),
        connect: (host, to) => connect({ host, port: to }),
      },
      ...(origin === undefined ? {} : { origin }),
    });
    try {
      const asked = { method: 'GET', headers: {}, signal, onDial: () => undefined } as const;
      const answer = await client.request(url, asked);
      if (!answer.ok) return answer.layer;
      answer.close();
      return answer.status;
    } catch (error) {
      return error instanceof WebRefusal ? error.layer : String(error);
    }
  }

  it('may be this machine without TLS; every other origin is judged as before', async () => {
    const origin = `http://localhost:${String(port)}`;
    assert.equal(await ask(`${origin}/mcp`, { origin }), 200);
    assert.equal(await ask(`${origin}/mcp`), 'url');
    const others = [`http://127.0.0.1:${String(port)}/`, `https://localhost:${String(port)}/`];
    for (const other of others) assert.equal(await ask(other, { origin }), 'url', other);
    assert.equal(hits, 1);
  });

  it('is not this machine when its name leads elsewhere, nor without TLS when it is not', async () => {
    const origin = `http://localhost:${String(port)}`;
    for (const address of ['10.0.0.1', '169.254.169.254', '93.184.216.34', '0.0.0.0']) {
      assert.equal(await ask(origin, { origin, address }), 'lookup', address);
    }
    for (const host of ['192.168.1.5', 'mcp.example.com', 'server.lan']) {
      assert.equal(await ask(`http://${host}/mcp`, { origin: `http://${host}` }), 'url', host);
    }
    const secure = 'https://server.lan';
    assert.equal(await ask(secure, { origin: secure, address: '169.254.169.254' }), 'lookup');
    assert.equal(await ask(secure, { origin: secure, address: '100.100.100.200' }), 'lookup');
    assert.equal(hits, 0);
  });

  it('needs no entry in gatehouse.web.allow, and none lifts gatehouse.web.deny', async () => {
    const origin = `http://localhost:${String(port)}`;
    assert.equal(await ask(origin, { origin, allow: 'example.com' }), 200);
    assert.equal(await ask(origin, { origin, deny: `localhost:${String(port)}` }), 'domains');
    const login = `http://user:password@localhost:${String(port)}/`;
    assert.equal(await ask(login, { origin }), 'url');
  });

  it('has addresses of private networks and of this machine, but not of the local link', () => {
    const yes = ['10.1.2.3', '172.31.0.1', '192.168.0.1', '100.64.0.1', '127.0.0.1', '::1'];
    const no = ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', 'fe80::1', '0.0.0.0', '::'];
    const mapped = ['::ffff:127.0.0.1', '::ffff:10.0.0.1', 'fd00::1%eth0', 'x', ''];
    assert.deepEqual([...yes, 'fd00::1', '1.1.1.1'].filter(isAddressOfUser).length, yes.length + 2);
    assert.deepEqual([...no, ...mapped, '224.0.0.1'].filter(isAddressOfUser), []);
    assert.deepEqual([...yes, ...no].filter(isLoopbackAddress), ['127.0.0.1', '::1']);
  });
});
