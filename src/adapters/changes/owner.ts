import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/** Whose a chat's folder is: the name of a file in it. */
export interface Owner {
  readonly machine: string;
  readonly pid: number;
  /** Of one window, also when its number is used again. */
  readonly token: string;
}

/** Of a folder that its window has let go of. */
export const freeName = 'owner-free';

const ownerName = /^owner-([0-9a-f]{8})-(\d+)-([\w-]+)$/;

export function nameOfOwner({ machine, pid, token }: Owner): string {
  return `owner-${machine}-${String(pid)}-${token}`;
}

export function parseOwner(name: string): Owner | undefined {
  const [, machine, pid, token] = ownerName.exec(name) ?? [];
  if (machine === undefined || token === undefined) return undefined;
  return { machine, pid: Number(pid), token };
}

export function isOwnerName(name: string): boolean {
  return name === freeName || ownerName.test(name);
}

export function machineName(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}
