import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/** Whose a chat's folder is: the name of a file in it. */
export interface LeaseHolder {
  readonly machine: string;
  readonly pid: number;
  /** Of one window, also when its number is used again. */
  readonly token: string;
}

/** Of a folder that its window has let go of. */
export const freeLeaseName = 'owner-free';

const leaseNamePattern = /^owner-([0-9a-f]{8})-(\d+)-([\w-]+)$/;

export function leaseName({ machine, pid, token }: LeaseHolder): string {
  return `owner-${machine}-${String(pid)}-${token}`;
}

export function parseLeaseName(name: string): LeaseHolder | undefined {
  const [, machine, pid, token] = leaseNamePattern.exec(name) ?? [];
  if (machine === undefined || token === undefined) return undefined;
  return { machine, pid: Number(pid), token };
}

export function isLeaseName(name: string): boolean {
  return name === freeLeaseName || leaseNamePattern.test(name);
}

export function machineName(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}
