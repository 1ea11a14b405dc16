import assert from 'node:assert/strict';
import { movesServer, remarkOnAddress } from '../../../../../src/host/views/models/server-address';

describe('remarkOnAddress', () => {
  const cases: readonly (readonly [string, 'error' | 'warning' | undefined])[] = [
    ['', undefined],
    ['https://api.example.com/v1', undefined],
    ['http://127.0.0.1:8080/v1', undefined],
    ['http://localhost:11434/v1', undefined],
    ['http://[::1]:8080', undefined],
    ['http://api.example.com/v1', 'warning'],
    ['http://127.0.0.1.example.com/v1', 'warning'],
    ['https://name:password@api.example.com', 'error'],
    ['api.example.com', 'error'],
    ['file:///etc/passwd', 'error'],
    ['http://', 'error'],
  ];
  for (const [address, level] of cases) {
    it(`answers ${level ?? 'nothing'} for ${JSON.stringify(address)}`, () => {
      assert.equal(remarkOnAddress(address)?.level, level);
    });
  }
});

describe('movesServer', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['https://a.com/v1', 'https://a.com/v2', false],
    ['https://a.com/v1', 'https://b.com/v1', true],
    ['https://a.com/v1', 'http://a.com/v1', true],
    ['', 'https://a.com', true],
    ['https://a.com', '', false],
  ];
  for (const [from, to, moves] of cases) {
    it(`${JSON.stringify(from)} to ${JSON.stringify(to)}: ${String(moves)}`, () => {
      assert.equal(movesServer(from, to), moves);
    });
  }
});
