import type { ShellHazard } from '../../contracts/calls/shell-analysis';
import { normalizePath } from '../../base/paths';
import { shorten } from '../command/words';

/** Streams of the process, and the file that holds nothing. */
const free = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/\d+)$/;
const system = /^\/+(?:proc|dev|sys)(?:\/|$)/;
const network = /^\/+dev\/(?:tcp|udp)(?:\/|$)/;

/** True for a path below a folder with third-party content. */
export function isForeign(text: string): boolean {
  return /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/i.test(text);
}

/** Other names of a program's own input, `/proc/self/fd/0`; `-` is one to many programs. */
const ownInput =
  /^\/dev\/(?:stdin|fd\/\d+)$|^\/proc\/(?:self|thread-self|\d+)(?:\/task\/\d+)?\/fd\/\d+$/;

export function isOwnInput(text: string): boolean {
  if (text === '-') return true;
  return text.startsWith('/') && ownInput.test(normalizePath(text, '/'));
}

export function isFree(text: string): boolean {
  return free.test(text);
}

/** More steps up than any folder is deep. */
const mostSteps = 20;

/** Places that no rule about a program frees (decision shell-paths). */
export function pathHazards(text: string): readonly ShellHazard[] {
  const shown = shorten(text);
  if (text.startsWith('~')) return [{ reason: `${shown} leads to a home folder` }];
  if (text.split('/..').length > mostSteps) {
    return [{ reason: `${shown} goes up too often to follow` }];
  }
  if (network.test(text)) return [{ reason: `${shown} opens a connection` }];
  if (!system.test(text) || isFree(text)) return [];
  return [{ reason: `${shown} reaches the system itself` }];
}
