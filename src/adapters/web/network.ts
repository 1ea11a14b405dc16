import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';

/**
 * What is below the guard: it decides nothing, and what it answers is checked. Tests have their own,
 * which leads public addresses to ports of this machine.
 */
export interface Network {
  /** All addresses of a name. Rejects with a coded error of the system. */
  lookup(hostname: string): Promise<readonly string[]>;
  /** Begins a connection to an address, never to a name. */
  connect(address: string, port: number): Socket;
  /** PEM of the certificates to trust instead of those of Node and the system. */
  readonly trustAnchor?: string;
}

/** That of the machine. The addresses are those that other programs would use. */
export const systemNetwork: Network = {
  lookup: async (hostname) => {
    const found = await lookup(hostname, { all: true });
    return found.map(({ address }) => address);
  },
  connect: (address, port) => connect({ host: address, port }),
};
