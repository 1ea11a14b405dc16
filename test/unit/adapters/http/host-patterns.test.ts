import assert from 'node:assert/strict';
import { namesHost } from '../../../../src/adapters/http/host-patterns';

describe('a pattern of http.noProxy', () => {
  for (const [pattern, url, expected] of [
    ['*', 'http://any.test/', true],
    ['example.com', 'https://example.com/', true],
    ['example.com', 'https://api.example.com/', true],
    ['example.com', 'https://notexample.com/', false],
    ['.example.com', 'https://api.example.com/', true],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['EXAMPLE.com', 'https://Example.COM/', true],
    ['example.com:443', 'https://example.com/', true],
    ['example.com:443', 'http://example.com/', false],
    ['example.com:8080', 'http://example.com:8080/', true],
    ['10.0.0.5', 'http://10.0.0.5/', true],
    ['0.0.5', 'http://10.0.0.5/', false],
    ['10.0.0.0/8', 'http://10.20.30.40/', true],
    ['10.0.0.0/8', 'http://11.0.0.1/', false],
    ['10.0.0.0/8', 'http://ten.test/', false],
    ['10.0.0.0/99', 'http://10.0.0.1/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    ['fd00::/8', 'http://10.0.0.1/', false],
    ['[fd12::1]:80', 'http://[fd12::1]/', true],
    ['fd12::1', 'http://[fd12::1]/', true],
    ['2001:DB8:0::1', 'http://[2001:db8::1]/', true],
    ['[2001:db8:0:0::1]:80', 'http://[2001:db8::1]/', true],
    ['example.com', 'http://example.com./', true],
    ['example.com.', 'http://a.example.com/', true],
    ['münchen.test', 'http://www.münchen.test/', true],
    ['.', 'http://example.com./', false],
    ['*.', 'http://example.com/', false],
    ['', 'http://example.com/', false],
    ['/', 'http://example.com/', false],
  ] as const) {
    it(`"${pattern}" ${expected ? 'names' : 'does not name'} ${url}`, () => {
      assert.equal(namesHost([pattern], new URL(url)), expected);
    });
  }
});
