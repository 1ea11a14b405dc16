import { isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { unlessAborted } from '../../core/base/async';
import { say, type Sentence } from '../../core/base/sentence';
import { trustedCertificates } from '../http/undici-http';
import { dial, type Dialling } from './dial';
import type { Network } from './network';
import { isAddressOfUser, isLoopbackAddress, isPublicAddress } from './public-address';
import { StageError, WebRefusal } from './web-failures';

export interface GuardedConnection extends Dialling {
  /** Of the trusted certificates; undefined: those of Node alone. */
  readonly secureContext: tls.SecureContext | undefined;
  /** In failures; else the host itself. */
  readonly name: Sentence | undefined;
  /** The user's own settings name the origin: it may be private, or this machine without TLS. */
  readonly isNamed: boolean;
}

/** What undici asks for. */
interface Target {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
}

type Connected = (...ends: [error: null, socket: Socket] | [error: Error, socket: null]) => void;

/**
 * Connects for undici, to public addresses, or to what an origin of the user may have. The addresses
 * of a name are all checked, and those that were checked are dialled: there is no second lookup that
 * could answer otherwise. The address of the connection is checked again before the first byte, also
 * that of TLS, is written.
 */
export function guardedConnector(connection: GuardedConnection) {
  return (target: Target, connected: Connected): void => {
    connectGuarded(target, connection).then(
      (socket) => {
        connected(null, socket);
      },
      (error: unknown) => {
        connected(error instanceof Error ? error : new Error('The request was stopped.'), null);
      },
    );
  };
}

/** Without TLS, an origin of the user is on this machine (decision 65). */
function allowedAddresses(isNamed: boolean, isPlain: boolean): (address: string) => boolean {
  if (!isNamed) return isPublicAddress;
  return isPlain ? isLoopbackAddress : isAddressOfUser;
}

async function connectGuarded(target: Target, connection: GuardedConnection): Promise<Socket> {
  const { signal, secureContext, name, isNamed } = connection;
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const isPlain = isNamed && target.protocol === 'http:';
  if (target.protocol !== 'https:' && !isPlain) throw new Error('Only https connections are made.');
  const usual = isPlain ? 80 : 443;
  const port = target.port === '' ? usual : Number(target.port);
  const isAllowed = allowedAddresses(isNamed, isPlain);
  const addresses = await checkedAddresses(host, isAllowed, connection);
  const socket = await dial(addresses, port, connection);
  const { remoteAddress } = socket;
  if (remoteAddress === undefined || !isAllowed(remoteAddress)) {
    socket.destroy();
    throw ledElsewhere(name ?? host, remoteAddress ?? '?', isNamed);
  }
  return isPlain ? socket : secure(socket, { host, signal, secureContext });
}

function ledElsewhere(host: Sentence | string, to: string, isNamed: boolean): WebRefusal {
  const reason = isNamed
    ? say`The connection to ${host} led to ${to}, which this address may not lead to.`
    : say`The connection to ${host} led to ${to}, which is not a public address.`;
  return new WebRefusal('connection', reason);
}

/** All addresses of the host. One that is not allowed refuses the whole. */
async function checkedAddresses(
  host: string,
  isAllowed: (address: string) => boolean,
  { network, signal, name, isNamed }: GuardedConnection,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await lookUp(host, network, signal) : [host];
  const hidden = addresses.find((address) => !isAllowed(address));
  if (hidden === undefined) return addresses;
  const reason = isNamed
    ? say`${name ?? host} has the address ${hidden}, which this address may not lead to.`
    : say`${name ?? host} has the address ${hidden}, which is not public.`;
  throw new WebRefusal('lookup', reason);
}

async function lookUp(
  host: string,
  network: Network,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let addresses: readonly string[] | undefined;
  try {
    addresses = await unlessAborted(network.lookup(host), signal);
  } catch (error) {
    throw new StageError('lookup', error);
  }
  signal.throwIfAborted();
  if (addresses === undefined || addresses.length === 0) {
    throw new StageError('lookup', Object.assign(new Error(), { code: 'ENODATA' }));
  }
  return addresses;
}

interface Securing {
  readonly host: string;
  readonly signal: AbortSignal;
  readonly secureContext: tls.SecureContext | undefined;
}

function secure(socket: Socket, { host, signal, secureContext }: Securing): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secured = tls.connect({
      socket,
      host,
      // An address is checked against the certificate, but is no name to send.
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(secureContext === undefined ? {} : { secureContext }),
      ALPNProtocols: ['http/1.1'],
      // The environment could turn it off.
      rejectUnauthorized: true,
    });
    const stop = (): void => {
      secured.destroy();
      reject(new Error('The request was stopped.'));
    };
    signal.addEventListener('abort', stop);
    secured.once('secureConnect', () => {
      signal.removeEventListener('abort', stop);
      resolve(secured);
    });
    secured.on('error', (error) => {
      signal.removeEventListener('abort', stop);
      reject(new StageError('tls', error));
    });
    if (signal.aborted) stop();
  });
}

/** The certificates of the network, read once: those of the system are slow on some machines. */
export function contextOf({ trustAnchor }: Network): () => tls.SecureContext | undefined {
  let read: { readonly context: tls.SecureContext | undefined } | undefined;
  return () => {
    read ??= {
      context:
        trustAnchor === undefined
          ? trustedCertificates()?.secureContext
          : tls.createSecureContext({ ca: trustAnchor }),
    };
    return read.context;
  };
}
