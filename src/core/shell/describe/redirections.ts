import { say } from '../../base/sentence';
import { joinFindings, nothingFound, warn, type Finding } from '../command/finding';
import {
  type Folders,
  type Redirection,
  type SimpleCommand,
  isFixedPath,
  pathsInFolders,
} from '../command/simple-command';
import { shorten } from '../command/words';
import { pathHazards } from '../programs/path-hazards';

/** What the redirections of a command read and write (decision shell-redirections). */
export function findInRedirections({ redirections, folders }: SimpleCommand): Finding {
  return joinFindings(redirections.map((redirection) => findInOne(redirection, folders)));
}

/** The streams of the process, and the file that keeps nothing. */
const free = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/\d+)$/;
const descriptor = /^(?:\d+-?|-)$/;

function findInOne({ operator, target }: Redirection, folders: Folders): Finding {
  const { text, known } = target;
  if (isCopy(operator) && known && descriptor.test(text)) return nothingFound;
  if (!known) {
    const unknown = warn(say`the file of ${operator} ${shorten(text)} is known only when it runs`);
    return onlyReads(operator) ? unknown : { ...unknown, writes: true, writesAnywhere: true };
  }
  if (free.test(text)) return nothingFound;
  return fileOf(operator, text, folders);
}

function fileOf(operator: Redirection['operator'], text: string, folders: Folders): Finding {
  const reads = onlyReads(operator);
  const kind = { access: reads ? 'read' : 'write', certain: true, redirected: true } as const;
  return {
    ...nothingFound,
    hazards: placeHazards(text, folders),
    paths: pathsInFolders(text, folders, { ...kind, redirected: !reads }),
    writes: !reads,
  };
}

/** The null device was handled before; `/dev/zero` is no file to write to. */
function placeHazards(text: string, folders: Folders): Finding['hazards'] {
  if (folders !== undefined || isFixedPath(text)) return pathHazards(text);
  return [{ reason: say`it runs in a folder that is not known` }];
}

function onlyReads(operator: Redirection['operator']): boolean {
  return operator === '<' || operator === '<&';
}

function isCopy(operator: Redirection['operator']): boolean {
  return operator === '>&' || operator === '<&';
}
