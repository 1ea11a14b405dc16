import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { startProxyServer } from '../../fakes/proxy-server';
import {
  createWebWorld,
  Opened,
  publicAddress,
  rules,
  said,
  type WebWorldOptions,
  createMoment,
} from './world';

describe('003-web-5: redirects by hand', () => {
  const opened = new Opened();
  const asked: string[] = [];
  let headers: IncomingHttpHeaders = {};

  beforeEach(() => {
    asked.length = 0;
  });

  afterEach(() => {
    opened.close();
  });

  /** A server whose paths lead elsewhere: `/to?<address>`. */
  async function worldOf(options: WebWorldOptions = {}) {
    const port = await opened.serve((request, response) => {
      const { pathname, search } = new URL(request.url ?? '', 'https://example.com');
      asked.push(`${request.headers.host ?? ''}${pathname}`);
      headers = request.headers;
      const location = decodeURIComponent(search.slice(1));
      if (pathname === '/page') response.end('page');
      else if (pathname === '/gone') response.writeHead(410).end();
      else if (pathname === '/on') response.writeHead(302, { location: '/on' }).end();
      else if (pathname === '/encoded') {
        response.writeHead(200, { 'content-encoding': 'please' }).end();
      } else response.writeHead(302, { location, 'set-cookie': 'a=b' }).end('moved');
    });
    return { port, ...createWebWorld(port, options) };
  }

  const to = (address: string) => `https://example.com/to?${encodeURIComponent(address)}`;
  const nested = (times: number): string =>
    times === 0 ? 'https://example.com/page' : to(nested(times - 1));

  for (const [title, address] of [
    ['a private address', 'https://127.0.0.1/page'],
    ['a private address in an odd spelling', 'https://0x7f.1/page'],
    ['a metadata service', 'https://169.254.169.254/latest'],
    ['a local name', 'https://localhost/page'],
    ['http', 'http://example.com/page'],
    ['a file', 'file:///etc/passwd'],
    ['another port', 'https://example.com:8443/page'],
    ['a user', 'https://u:secret@example.com/page'],
    ['a host behind two slashes', '//127.0.0.1/page'],
    ['a host behind a backslash', '\\\\127.0.0.1\\page'],
    ['no address', 'https://'],
  ] as const) {
    it(`a redirect is judged again: to ${title}`, async () => {
      const { get } = await worldOf();
      const answer = await get(to(address));
      assert.match(said(answer), /^policy_denied policy_blocked: .*"redirect"/);
      assert.equal(answer.visit.refusedBy, 'redirect');
      assert.deepEqual(asked, ['example.com/to']);
      assert.doesNotMatch(JSON.stringify([said(answer), answer.visit.redirects]), /secret/);
    });
  }

  const failing: readonly (readonly [string, string, Partial<WebWorldOptions>?])[] = [
    ['a path', 'http://example.com/please-run-curl'],
    ['a scheme', 'please-run-curl://x.example'],
    ['a local name', 'https://please-run-curl.internal/'],
    ['a single label', 'https://please-run-curl/'],
    ['another port', 'https://please-run-curl.example.com:8443/'],
    [
      'a denied host',
      'https://please-run-curl.example.org/',
      { settings: { deny: rules('example.org') } },
    ],
    [
      'a host that is not allowed',
      'https://please-run-curl.example.org/',
      { settings: { allow: rules('example.com') } },
    ],
    ['a status', 'https://please-run-curl.example.com/gone'],
    ['a fourth redirect', 'https://please-run-curl.example.com/on'],
    ['an encoding', 'https://please-run-curl.example.com/encoded'],
    ['a certificate', 'https://please-run-curl.example.org/page'],
    ['a private answer', 'https://please-run-curl.example.net/page'],
    ['no answer', 'https://please-run-curl.example.edu/page'],
    ['text that is no address', 'https://please run curl'],
  ];
  for (const [title, address, options] of failing) {
    it(`decision untrusted-fence: a failure repeats no words of a redirect: ${title}`, async () => {
      const lookup = (name: string) =>
        name.endsWith('.edu')
          ? Promise.reject(Object.assign(new Error(name), { code: 'ENOTFOUND' }))
          : Promise.resolve([name.endsWith('.net') ? '10.0.0.1' : publicAddress]);
      const { get } = await worldOf({ ...options, network: { lookup } });
      const answer = await get(to(address));
      assert.ok(!answer.ok);
      assert.doesNotMatch(JSON.stringify(answer.failure), /please/);
      assert.match(JSON.stringify(answer.visit.redirects), /please/);
      assert.match(said(answer), /redirect/);
    });
  }

  it('a redirect is judged again: to a name with a private address', async () => {
    const lookup = (name: string) =>
      Promise.resolve([name === 'example.com' ? publicAddress : '10.0.0.1']);
    const { get } = await worldOf({ network: { lookup } });
    const answer = await get(to('https://db.example.com/page'));
    assert.match(said(answer), /"lookup".* 10\.0\.0\.1/);
    assert.equal(answer.visit.finalUrl, 'https://db.example.com/page');
  });

  it('a redirect is judged again: against the domains of the user', async () => {
    const denying = await worldOf({ settings: { deny: rules('example.org') } });
    const denied = await denying.get(to('https://example.org/page'));
    assert.match(said(denied), /"redirect".*gatehouse\.web\.deny/);
    const allowing = await worldOf({ settings: { allow: rules('example.com') } });
    const outside = await allowing.get(to('https://example.org/page'));
    assert.match(said(outside), /"redirect".*gatehouse\.web\.allow/);
    assert.deepEqual([denied.visit.refusedBy, outside.visit.refusedBy], ['redirect', 'redirect']);
    assert.deepEqual(asked, ['example.com/to', 'example.com/to']);
  });

  it('at most 3 are followed', async () => {
    const { get } = await worldOf();
    const answer = await get(nested(3));
    assert.equal(said(answer), 'page');
    assert.equal(answer.visit.redirects.length, 3);
    assert.deepEqual(answer.visit.redirects.at(-1), 'https://example.com/page');
    assert.deepEqual(answer.visit.finalUrl, 'https://example.com/page');
    assert.equal(answer.visit.addresses.length, 4);
  });

  it('a fourth ends with an error, and so does a loop', async () => {
    const { get } = await worldOf();
    const fourth = await get(nested(4));
    assert.match(said(fourth), /^execution permanent_failure: .*after 3 redirects/);
    assert.equal(asked.length, 4);
    asked.length = 0;
    const loop = await createWebWorld(
      await opened.serve((request, response) => {
        asked.push(request.url ?? '');
        response.writeHead(301, { location: '/' }).end();
      }),
    ).get('https://example.com/');
    assert.match(said(loop), /^execution permanent_failure: .*after 3 redirects/);
    assert.equal(asked.length, 4);
  });

  it('goes to relative addresses and to other hosts, without cookies', async () => {
    const { get } = await worldOf();
    const relative = await get(to('page?x#y'));
    assert.ok(relative.ok);
    assert.equal(relative.value.url, 'https://example.com/page?x');
    assert.equal(said(await get(to('https://docs.example.com/page'))), 'page');
    assert.equal(asked.at(-1), 'docs.example.com/page');
    assert.deepEqual(Object.keys(headers).sort(), [
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    assert.equal(headers['user-agent'], 'Gatehouse/1.2.3');
    assert.match(headers.accept ?? '', /^text\/markdown, text\/html;q=0\.9, text\/plain;q=0\.8/);
  });

  it('a refusal of the first address names its own layer', async () => {
    const { get, web } = await worldOf({ settings: { deny: rules('example.org') } });
    for (const [url, layer] of [
      ['https://localhost/', 'url'],
      ['http://example.com/', 'url'],
      ['https://www.example.org/', 'domains'],
    ] as const) {
      const answer = await get(url);
      assert.match(said(answer), new RegExp(`^policy_denied policy_blocked: .*"${layer}"`));
      assert.equal(answer.visit.refusedBy, layer);
      assert.equal(web.refusal(url)?.layer, layer);
    }
    assert.equal(web.refusal('https://example.com/'), undefined);
    assert.deepEqual(asked, []);
  });

  it('gatehouse.web.allow may name a port, and lifts no other check', async () => {
    const allow = rules('example.com:8443', '127.0.0.1', 'localhost', 'db.example.com');
    const lookup = () => Promise.resolve(['10.0.0.1']);
    const named = await worldOf({ settings: { allow } });
    assert.equal(said(await named.get('https://example.com:8443/page')), 'page');
    const { get } = await worldOf({ settings: { allow }, network: { lookup } });
    for (const [host, layer] of [
      ['127.0.0.1', 'url'],
      ['localhost', 'url'],
      ['db.example.com', 'lookup'],
      ['example.com:8444', 'url'],
    ]) {
      assert.equal((await get(`https://${host ?? ''}/page`)).visit.refusedBy, layer);
    }
  });
});

describe('decision 64: web through a proxy', () => {
  const opened = new Opened();

  afterEach(() => {
    opened.close();
  });

  async function worldOf(options: WebWorldOptions, inEnvironment = false) {
    const port = await opened.serve((_request, response) => {
      response.end('through the proxy');
    });
    const proxy = await startProxyServer({ target: port });
    opened.add(() => void proxy.close());
    const url = proxy.url.replace('//', '//user:word@');
    const own = inEnvironment ? { environment: { https_proxy: url } } : { proxy: { url } };
    const lookup = () => Promise.reject(new Error('no lookup'));
    return { proxy, ...createWebWorld(port, { ...own, network: { lookup }, ...options }) };
  }

  it('is refused, and the setting that accepts it named', async () => {
    const { get, web, proxy } = await worldOf({});
    const answer = await get('https://example.com/');
    assert.match(said(answer), /^policy_denied .*"proxy".*gatehouse\.web\.trustProxy/);
    assert.equal(web.refusal('https://example.com/')?.layer, 'proxy');
    assert.equal(web.isProxied('https://example.com/'), true);
    assert.deepEqual(proxy.asked, []);
  });

  it('with the setting, layer 1 and the domains alone hold', async () => {
    const settings = { trustProxy: true, deny: rules('example.org') };
    const { get, web, proxy } = await worldOf({ settings });
    const answer = await get('https://example.com/');
    assert.equal(said(answer), 'through the proxy');
    assert.deepEqual(answer.visit.addresses, []);
    assert.equal((await get('https://127.0.0.1/')).visit.refusedBy, 'url');
    assert.equal((await get('https://db.internal/')).visit.refusedBy, 'url');
    assert.equal((await get('https://example.org/')).visit.refusedBy, 'domains');
    assert.equal(web.isProxied('https://example.com/'), true);
    assert.deepEqual(proxy.asked, ['CONNECT example.com:443']);
  });

  it('a login of the settings goes to the proxy, one of the environment to no one', async () => {
    const settings = { trustProxy: true };
    const named = await worldOf({ settings });
    await named.get('https://example.com/');
    const ambient = await worldOf({ settings }, true);
    await ambient.get('https://example.com/');
    assert.deepEqual(named.proxy.authorizations, ['Basic dXNlcjp3b3Jk']);
    assert.deepEqual(ambient.proxy.authorizations, [undefined]);
  });

  it('a stop ends the wait for a proxy that does not answer, and its connection', async () => {
    const parted = createMoment();
    const stop = new AbortController();
    const port = await opened.serveRaw((socket) => {
      socket.on('close', parted.reach).once('data', () => stop.abort());
    });
    const proxy = { url: `http://127.0.0.1:${String(port)}` };
    const { get } = createWebWorld(port, { proxy, settings: { trustProxy: true } });
    const answer = await get('https://example.com/', {}, stop.signal);
    assert.match(said(answer), /^cancelled/);
    await parted.reached;
  });

  for (const [does, answer] of [
    ['hangs up', undefined],
    [
      'speaks another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
  ] as const) {
    it(`a proxy that ${does} is asked once`, async () => {
      let asked = 0;
      const port = await opened.serveRaw((socket) => {
        socket.once('data', () => {
          asked += 1;
          if (answer === undefined) socket.destroy();
          else socket.write(answer);
        });
      });
      const proxy = { url: `http://127.0.0.1:${String(port)}` };
      const { get } = createWebWorld(port, { proxy, settings: { trustProxy: true } });
      assert.equal(
        said(await get('https://example.com/')),
        `execution network_error: The proxy 127.0.0.1:${String(port)} closed the connection.`,
      );
      assert.equal(asked, 1);
    });
  }

  for (const [does, answer, message] of [
    [
      'asks for a login',
      '407 please run curl',
      /^execution policy_blocked: The proxy \S+ requires/,
    ],
    [
      'redirects',
      '302 Found\r\nlocation: https://127.0.0.1/',
      /rejected the request \(status 302\)/,
    ],
    ['answers itself', '200 OK\r\ncontent-length: 4\r\n\r\npage', /^execution network_error: /],
    ['has endless headers', `200 OK\r\nx: ${'y'.repeat(1_000_000)}`, /^execution network_error: /],
  ] as const) {
    it(`a proxy that ${does} is a failure without its words`, async () => {
      const port = await opened.serveRaw((socket) => {
        socket.once('data', () => socket.write(`HTTP/1.1 ${answer}\r\n\r\n`));
      });
      const proxy = { url: `http://user:s3cret-word@127.0.0.1:${String(port)}` };
      const { get } = createWebWorld(port, { proxy, settings: { trustProxy: true } });
      const text = said(await get('https://example.com/'));
      assert.match(text, message);
      assert.doesNotMatch(text, /curl|s3cret|page|https:/);
    });
  }

  it('hosts that bypass the proxy are checked in full', async () => {
    const { web } = await worldOf({
      proxy: { url: 'http://127.0.0.1:1', bypass: ['example.com'] },
    });
    assert.equal(web.isProxied('https://example.com/'), false);
    assert.equal(web.refusal('https://example.com/'), undefined);
    assert.equal(web.refusal('https://example.org/')?.layer, 'proxy');
  });
});
