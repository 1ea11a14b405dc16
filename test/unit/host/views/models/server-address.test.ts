import assert from 'node:assert/strict';
import {
  typedKeyProblem,
  keyPrompt,
  remoteLabel,
  movesServer,
  checkAddress,
  completeAddress,
} from '../../../../../src/host/views/models/server-address';

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
      assert.equal(checkAddress(address, undefined)?.level, level);
    });
  }
});

describe('completeAddress', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', ''],
    [' 127.0.0.1:8080/v1 ', 'http://127.0.0.1:8080/v1'],
    ['localhost:11434', 'http://localhost:11434'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['192.168.1.5:8000/v1', 'http://192.168.1.5:8000/v1'],
    ['workstation:8000', 'http://workstation:8000'],
    ['api.example.com/v1', 'https://api.example.com/v1'],
    ['http://api.example.com', 'http://api.example.com'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
  ];
  for (const [typed, address] of cases) {
    it(`makes ${JSON.stringify(address)} of ${JSON.stringify(typed)}`, () => {
      assert.equal(completeAddress(typed), address);
    });
  }
});

describe('remarkOnAddress in a remote window', () => {
  it('says that loopback is the other machine', () => {
    const remark = checkAddress('http://127.0.0.1:8080/v1', 'over SSH');
    assert.equal(remark?.level, 'info');
    assert.match(remark.text, /runs over SSH: 127\.0\.0\.1 is that machine, not your own/);
    assert.equal(checkAddress('https://api.example.com', 'over SSH'), undefined);
  });
});

describe('movesServer', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['https://a.com', 'https://a.com/v2', false],
    ['https://a.com', 'https://b.com/v1', true],
    ['https://a.com', 'http://a.com/v1', true],
    ['https://a.com', 'https://a.com:8443', true],
    ['https://a.com', '', false],
  ];
  for (const [origin, address, moves] of cases) {
    it(`${origin} to ${JSON.stringify(address)}: ${String(moves)}`, () => {
      assert.equal(movesServer(origin, address), moves);
    });
  }
});

describe('keys that are typed', () => {
  it('must be there and hold what headers can carry', () => {
    assert.equal(typedKeyProblem(' sk-1_a '), undefined);
    assert.match(typedKeyProblem('  ') ?? '', /Paste the key/);
    assert.match(typedKeyProblem('sk-1\nsk-2') ?? '', /look like an API key/);
    assert.match(typedKeyProblem('„sk-1”') ?? '', /look like an API key/);
  });

  it('are announced with the one server they go to, and with what is unsafe about it', () => {
    assert.match(keyPrompt('https://a.com/v1', 'https://a.com'), /^Sent to https:\/\/a\.com only/);
    assert.match(keyPrompt('http://a.com/v1', 'http://a.com'), /^Without https/);
    assert.doesNotMatch(keyPrompt('http://127.0.0.1:1/v1', 'http://127.0.0.1:1'), /Without https/);
  });
});

describe('remotePlace', () => {
  const cases: readonly (readonly [string | undefined, string | undefined])[] = [
    [undefined, undefined],
    ['ssh-remote', 'over SSH'],
    ['wsl', 'in WSL'],
    ['dev-container', 'in a container'],
    ['attached-container', 'in a container'],
    ['codespaces', 'in a codespace'],
    ['127.0.0.1:8080', 'on another machine'],
    ['constructor', 'on another machine'],
  ];
  for (const [name, place] of cases) {
    it(`of ${String(name)} is ${String(place)}`, () => {
      assert.equal(remoteLabel(name), place);
    });
  }
});
