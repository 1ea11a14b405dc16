import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { createMoment, createWebWorld, Opened, said, type WebWorld } from './world';

/** A world that stalls, and the moment at which it does. */
interface Stalled {
  readonly world: WebWorld;
  readonly reached: Promise<void>;
}

describe('003-web-6: one deadline for a try', () => {
  const opened = new Opened();

  afterEach(() => {
    opened.close();
  });

  const stages: Readonly<Record<string, () => Promise<Stalled>>> = {
    'the lookup': () => {
      const { reached, reach } = createMoment();
      const lookup = () => {
        reach();
        return new Promise<never>(() => undefined);
      };
      return Promise.resolve({ world: createWebWorld(1, { network: { lookup } }), reached });
    },
    'the connection': () => {
      const { reached, reach } = createMoment();
      const connect = () => {
        reach();
        return new Socket();
      };
      return Promise.resolve({ world: createWebWorld(1, { network: { connect } }), reached });
    },
    'the TLS hello': async () => {
      const { reached, reach } = createMoment();
      const port = await opened.serveRaw((socket) => socket.on('data', reach));
      return { world: createWebWorld(port), reached };
    },
    'the headers': async () => {
      const { reached, reach } = createMoment();
      const port = await opened.serve(reach);
      return { world: createWebWorld(port), reached };
    },
    'the middle of the headers': async () => {
      const { reached, reach } = createMoment();
      const port = await opened.serve((request) => {
        request.socket.write('HTTP/1.1 200 OK\r\nx: ', reach);
      });
      return { world: createWebWorld(port), reached };
    },
    'the body': async () => {
      const { reached, reach } = createMoment();
      const port = await opened.serve((_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', reach);
      });
      return { world: createWebWorld(port), reached };
    },
    'a compressed body': async () => {
      const { reached, reach } = createMoment();
      const port = await opened.serve((_request, response) => {
        response.writeHead(200, { 'content-encoding': 'deflate' });
        response.flushHeaders();
        setImmediate(reach);
      });
      return { world: createWebWorld(port), reached };
    },
    'the body of a redirect': async () => {
      const { reached, reach } = createMoment();
      const port = await opened.serve((request, response) => {
        if (request.url === '/next') reach();
        else response.writeHead(302, { location: '/next' }).write('never ends');
      });
      return { world: createWebWorld(port), reached };
    },
  };

  for (const [stage, stall] of Object.entries(stages)) {
    it(`ends a stall of ${stage}`, async () => {
      const { world, reached } = await stall();
      const answer = world.get('https://example.com/');
      await reached;
      world.clock.advance(15_000);
      assert.equal(said(await answer), 'timeout timeout: example.com took longer than 15 seconds.');
      assert.equal(world.clock.pending(15_000), 0);
    });

    it(`a stop ends a stall of ${stage}`, async () => {
      const { world, reached } = await stall();
      const stop = new AbortController();
      const answer = world.get('https://example.com/', {}, stop.signal);
      await reached;
      stop.abort();
      assert.equal(said(await answer), 'cancelled cancelled: The request was stopped.');
    });
  }

  it('holds for all redirects together', async () => {
    const reached = [createMoment(), createMoment()] as const;
    const port = await opened.serve((request, response) => {
      if (request.url === '/next') reached[1].reach();
      else {
        reached[0].reach();
        response.writeHead(302, { location: '/next' }).end();
      }
    });
    const { clock, get } = createWebWorld(port, { settings: { timeoutSecs: 4 } });
    const answer = get('https://example.com/');
    await reached[0].reached;
    clock.advance(3000);
    await reached[1].reached;
    clock.advance(1000);
    assert.equal(said(await answer), 'timeout timeout: example.com took longer than 4 seconds.');
  });

  it('a call that was stopped before asks for nothing', async () => {
    const lookup = () => Promise.reject(new Error('no lookup'));
    const { get } = createWebWorld(1, { network: { lookup } });
    const answer = await get('https://example.com/', {}, AbortSignal.abort());
    assert.match(said(answer), /^cancelled/);
  });
});

describe('a connection that fails, by class', () => {
  const opened = new Opened();

  afterEach(() => {
    opened.close();
  });

  const foreign = {
    cert: readFileSync('test/fixtures/tls/models.test.cert.pem', 'utf8'),
    key: readFileSync('test/fixtures/tls/models.test.key.pem', 'utf8'),
  };

  it('TLS: a certificate of another issuer, or for another name', async () => {
    const other = await opened.serve(() => undefined, foreign);
    assert.match(
      said(await createWebWorld(other).get('https://example.com/')),
      /^execution permanent_failure: The certificate of example\.com was not accepted \([A-Z_]+\)/,
    );
    const named = await opened.serve(() => undefined);
    assert.match(
      said(await createWebWorld(named).get('https://example.net/')),
      /certificate of example\.net was not accepted \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    );
  });

  it('TLS: the environment cannot turn the check of certificates off', async () => {
    const other = await opened.serve(() => undefined, foreign);
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const answer = await createWebWorld(other).get('https://example.com/');
      assert.match(said(answer), /was not accepted/);
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  it('TLS: a server that speaks something else, or hangs up', async () => {
    const plain = await opened.serveRaw((socket) => {
      socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    assert.match(
      said(await createWebWorld(plain).get('https://example.com/')),
      /^execution permanent_failure: No secure connection to example\.com could be made/,
    );
    const gone = await opened.serveRaw((socket) => {
      socket.on('data', () => socket.destroy());
    });
    assert.equal(
      said(await createWebWorld(gone).get('https://example.com/')),
      'execution network_error: example.com closed the connection.',
    );
  });

  it('the connection: refused, or closed before an answer', async () => {
    const port = await opened.serveRaw(() => undefined);
    opened.close();
    assert.equal(
      said(await createWebWorld(port).get('https://example.com/')),
      'execution network_error: example.com refused the connection.',
    );
    const closing = await opened.serve((request) => request.socket.destroy());
    assert.equal(
      said(await createWebWorld(closing).get('https://example.com/')),
      'execution network_error: example.com closed the connection.',
    );
  });

  it('DNS: not found, and no answer', async () => {
    for (const [code, message] of [
      ['ENOTFOUND', 'example.com was not found. Check the address.'],
      ['EAI_AGAIN', 'example.com could not be looked up (EAI_AGAIN).'],
      ['ESERVFAIL', 'example.com could not be looked up (ESERVFAIL).'],
    ] as const) {
      const lookup = () => Promise.reject(Object.assign(new Error('x'), { code }));
      const { get } = createWebWorld(1, { network: { lookup } });
      assert.equal(said(await get('https://example.com/')), `execution network_error: ${message}`);
    }
  });
});
