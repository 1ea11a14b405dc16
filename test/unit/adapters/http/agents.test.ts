import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { connect, rootCertificates } from 'node:tls';
import { trustedCertificates } from '../../../../src/adapters/http/undici-http';
import { portOf } from '../../fakes/proxy-server';

const cert = readFileSync('test/fixtures/tls/models.test.cert.pem', 'utf8');
const key = readFileSync('test/fixtures/tls/models.test.key.pem');

/** The functions of Node 22.15 and later. */
function nodeWith(system: unknown) {
  return {
    getCACertificates: (type: string) =>
      type === 'system' ? system : rootCertificates.slice(0, 2),
  };
}

async function isTrusted(certificates: ReturnType<typeof trustedCertificates>): Promise<boolean> {
  const server = createServer({ cert, key });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const socket = connect({
    port: portOf(server.address()),
    host: '127.0.0.1',
    servername: 'models.test',
    ...certificates,
  });
  try {
    return await new Promise((resolve) => {
      socket.on('secureConnect', () => resolve(true)).on('error', () => resolve(false));
    });
  } finally {
    socket.destroy();
    server.close();
  }
}

describe('trusted certificates', () => {
  it('are those of the system and those included in Node', async () => {
    assert.equal(await isTrusted(trustedCertificates(nodeWith([cert]))), true);
    assert.equal(await isTrusted(trustedCertificates(nodeWith([]))), false);
  });

  it('ignore anything that is not a list', async () => {
    assert.equal(await isTrusted(trustedCertificates(nodeWith(undefined))), false);
  });

  it("are those of Node where it cannot read the system's", () => {
    assert.equal(trustedCertificates({}), undefined);
  });

  it("are those of Node where the system's store cannot be read", () => {
    const broken = () => {
      throw new Error('locked');
    };
    assert.equal(trustedCertificates({ getCACertificates: broken }), undefined);
  });
});
