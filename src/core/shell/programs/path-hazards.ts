import { say, type Sentence } from '../../base/sentence';
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
  return text.startsWith('/') && free.test(text);
}

/** More steps up than any folder is deep. */
const mostSteps = 20;

/** Places that no rule about a program frees (decision shell-paths). */
export function pathHazards(text: string): readonly ShellHazard[] {
  if (text.startsWith('~')) {
    return [{ reason: say`${shorten(text)} leads to a home folder`, staysHere: true }];
  }
  if (text.includes('/..') && text.split('/..').length > mostSteps) {
    return hazard(say`${shorten(text)} goes up too often to follow`);
  }
  if (!text.startsWith('/')) return [];
  if (network.test(text)) return hazard(say`${shorten(text)} opens a connection`);
  return system.test(text) && !isFree(text)
    ? hazard(say`${shorten(text)} reaches the system itself`)
    : [];
}

function hazard(reason: Sentence): readonly ShellHazard[] {
  return [{ reason }];
}
