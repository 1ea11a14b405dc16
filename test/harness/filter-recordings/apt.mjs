// @ts-check
const env = { DEBIAN_FRONTEND: 'noninteractive' };
/** The mirror differs between machines. */
const hide = /** @type {const} */ ([
  [
    /https?:\/\/[^\s/]+(?:\/[^\s/]+)*?\/(debian(?:-security)?)(?=[\s/])/g,
    'http://mirror.example/$1',
  ],
]);
const version = 'apt-get --version';

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'success',
    command: 'apt-get install -y figlet toilet boxes',
    version,
    prepare: 'apt-get purge -y --autoremove figlet toilet boxes && apt-get clean',
    env,
    hide,
    keep: ['newly installed, 0 to remove'],
  },
  {
    case: 'remove',
    command: 'apt-get purge -y figlet toilet boxes',
    version,
    prepare: 'apt-get install -y figlet toilet boxes',
    env,
    hide,
    keep: ['The following packages will be REMOVED:', 'boxes* figlet* toilet*'],
  },
  { case: 'update', command: 'apt-get update', version, env, hide },
  {
    case: 'huge',
    command: 'apt-get install -y --simulate libreoffice',
    version,
    env,
    hide,
    keep: ['newly installed, 0 to remove'],
  },
  {
    case: 'failure',
    command: 'apt-get install -y absent-package-of-nobody',
    version,
    env,
    hide,
    keep: ['E: Unable to locate package absent-package-of-nobody'],
  },
  { case: 'tiny', command: 'apt-get install -y coreutils', version, env, hide },
];
