import type { Mutation } from './mutation';

const url = 'src/adapters/web/public-url.ts';
const connecting = 'src/adapters/web/guarded-connect.ts';
const client = 'src/adapters/web/guarded-client.ts';
const pages = 'src/adapters/web/guarded-web.ts';
const ofUrls = 'test/unit/adapters/web/public-url.test.ts';
const ofAddresses = 'test/unit/adapters/web/public-address.test.ts';
const ofLookups = 'test/unit/adapters/web/lookups.test.ts';
const ofRedirects = 'test/unit/adapters/web/redirects.test.ts';
const ofBodies = 'test/unit/adapters/web/bodies.test.ts';

/** What web tools may reach, and how much they read. */
export const webMutations: readonly Mutation[] = [
  {
    rule: '003-web-3',
    does: 'private addresses are asked for',
    file: url,
    find: 'return isPublicAddress(address) ? undefined : say`',
    replace: "return address !== '' ? undefined : say`",
    tests: [ofUrls],
  },
  {
    rule: '003-web-3',
    does: 'http is read',
    file: url,
    find: "if (url.protocol !== 'https:') return refuse(refuseScheme(url));",
    replace: '',
    tests: [ofUrls],
  },
  {
    rule: '003-web-3',
    does: 'a name with a trailing dot is another name',
    file: url,
    find: "if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);",
    replace: '',
    tests: [ofUrls],
  },
  {
    rule: '003-web-3',
    does: 'logins are sent',
    file: url,
    find: "return url.username !== '' || url.password !== '';",
    replace: "return url.username === ' ';",
    tests: [ofUrls],
  },
  {
    rule: '003-web-3',
    does: 'any port is reached',
    file: url,
    find: "if (url.port !== '' && !allowsPort(url)) return refuse(refusePort(url, name));",
    replace: '',
    tests: [ofUrls],
  },
  {
    rule: '003-web-4',
    does: 'one public answer makes a private one acceptable',
    file: connecting,
    find: 'const hidden = addresses.find((address) => !isAllowed(address));',
    replace: 'const hidden = addresses.some(isAllowed) ? undefined : addresses[0];',
    tests: [ofLookups],
  },
  {
    rule: '003-web-4',
    does: 'the address of the connection is not checked',
    file: connecting,
    find: 'if (remoteAddress === undefined || !isAllowed(remoteAddress)) {',
    replace: 'if (remoteAddress === undefined) {',
    tests: [ofLookups],
  },
  {
    rule: '003-web-4',
    does: 'IPv4 addresses hide in IPv6 ones',
    file: 'src/adapters/web/public-address.ts',
    find: "const globalIpv6 = ['2000::/3'];",
    replace: "const globalIpv6 = ['::/0'];",
    tests: [ofAddresses],
  },
  {
    rule: '003-web-5',
    does: 'a fourth redirect is followed',
    file: pages,
    find: 'if (this.redirects.length === maxRedirects) {',
    replace: 'if (this.redirects.length > maxRedirects) {',
    tests: [ofRedirects],
  },
  {
    rule: '003-web-5',
    does: 'a redirect leads where the user allows nothing',
    file: client,
    find: 'if (!isNamed && allow.length > 0 && !matches(allow, url, false)) {',
    replace: 'if (allow.length < 0) {',
    tests: [ofRedirects],
  },
  {
    rule: '003-web-6',
    does: 'a call raises the limit of the user',
    file: pages,
    find: 'const maxBytes = Math.min(this.request.maxBytes ?? maxBodyBytes, maxBodyBytes);',
    replace: 'const maxBytes = this.request.maxBytes ?? maxBodyBytes;',
    tests: [ofBodies],
  },
  {
    rule: '003-web-6',
    does: 'each redirect has the time of a whole try',
    file: pages,
    find: 'const deadline = this.deps.clock.after(timeoutSecs * 1000, stop.abort);',
    replace: 'const deadline = this.deps.clock.after(timeoutSecs * 4000, stop.abort);',
    tests: ['test/unit/adapters/web/stalls.test.ts'],
  },
  {
    rule: 'decision 64',
    does: 'a proxy looks up names that no one checked',
    file: client,
    find: 'if (proxy !== undefined && !trustProxy) {',
    replace: 'if (proxy !== undefined && trustProxy === undefined) {',
    tests: [ofRedirects],
  },
  {
    rule: 'decision 64',
    does: 'a stop does not end the wait for a proxy that stalls',
    file: client,
    find: 'const response = await untilAborted(dispatcher.request(target), signal);',
    replace: 'const response = await dispatcher.request(target);',
    tests: [ofRedirects],
  },
  {
    rule: 'decision 64',
    does: 'a proxy that hangs up is asked again without end',
    file: 'src/adapters/http/proxy-pool.ts',
    find: "throw isHangUp(error) ? new TunnelError('The proxy closed the connection.') : error;",
    replace: 'throw error;',
    tests: [ofRedirects],
  },
  {
    rule: '003-web-4',
    does: 'users can get a network without a guard',
    file: 'src/host/compose/web.ts',
    find: 'const isTest = context.extensionMode === vscode.ExtensionMode.Test;',
    replace: 'const isTest = context.extensionMode !== vscode.ExtensionMode.Production;',
    tests: ['test/unit/host/compose/web.test.ts'],
  },
  {
    rule: '003-web-6',
    does: 'a page is converted after the time of its try is over',
    file: 'src/adapters/web/page-reader.ts',
    find: 'return { pause, isOver: () => signal.aborted || clock.monotonic() >= endsAt };',
    replace: 'return { pause, isOver: () => signal.aborted };',
    tests: ['test/unit/adapters/web/page-reader.test.ts'],
  },
];
