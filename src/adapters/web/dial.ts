import { isIPv6, type Socket } from 'node:net';
import type { Clock, Disposable } from '../../core/ports/system';
import type { Network } from './network';

/** Time that one address has before the next is tried as well. */
const headStartMs = 250;
/** More addresses are not tried, however many a server names. */
const maxDialled = 8;

export interface Dialling {
  readonly network: Network;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with each address before it is dialled. */
  readonly onDial: (address: string) => void;
}

/**
 * The first connection to one of the addresses; both families get their turn. Nothing is written to
 * it. Rejects with the last error, or with that of the signal.
 */
export function dial(
  addresses: readonly string[],
  port: number,
  dialling: Dialling,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    new Dial(alternate(addresses).slice(0, maxDialled), port, {
      ...dialling,
      resolve,
      reject,
    }).begin();
  });
}

/** `4 4 4 6 6` is tried as `4 6 4 6 4`, beginning with the first. */
function alternate(addresses: readonly string[]): readonly string[] {
  const isFirst = (address: string) => isIPv6(address) === isIPv6(addresses[0] ?? '');
  const first = addresses.filter(isFirst);
  const others = addresses.filter((address) => !isFirst(address));
  const longer = Math.max(first.length, others.length);
  return Array.from({ length: longer }, (_, at) => [first[at], others[at]])
    .flat()
    .filter((address) => address !== undefined);
}

interface Ends {
  readonly resolve: (socket: Socket) => void;
  readonly reject: (error: unknown) => void;
}

class Dial {
  private readonly waiting: string[];
  private readonly open = new Set<Socket>();
  private timer: Disposable | undefined;

  constructor(
    addresses: readonly string[],
    private readonly port: number,
    private readonly deps: Dialling & Ends,
  ) {
    this.waiting = [...addresses];
  }

  begin(): void {
    const { signal } = this.deps;
    if (signal.aborted) this.stop();
    else {
      signal.addEventListener('abort', this.stop);
      this.next(new Error('No address to dial.'));
    }
  }

  private readonly next = (error: unknown): void => {
    this.timer?.dispose();
    const address = this.waiting.shift();
    if (address !== undefined) this.dial(address);
    else if (this.open.size === 0) {
      this.end();
      this.deps.reject(error);
    }
  };

  private dial(address: string): void {
    const { network, clock, onDial } = this.deps;
    onDial(address);
    const socket = network.connect(address, this.port);
    this.open.add(socket);
    socket.once('connect', () => {
      if (!this.open.delete(socket)) return;
      this.end();
      this.deps.resolve(socket);
    });
    // It stays: a socket without a listener would throw.
    socket.on('error', (error) => {
      if (this.open.delete(socket)) this.next(error);
    });
    const late = new Error('No address answered.');
    this.timer = clock.after(headStartMs, () => {
      if (this.waiting.length > 0) this.next(late);
    });
  }

  private readonly stop = (): void => {
    this.end();
    this.deps.reject(this.deps.signal.reason);
  };

  private end(): void {
    this.timer?.dispose();
    this.deps.signal.removeEventListener('abort', this.stop);
    for (const socket of this.open) socket.destroy();
    this.open.clear();
  }
}
