// @ts-check
/**
 * Packages in folders of the project, so that no package server is needed.
 *
 * @param {number} count
 * @param {Record<string, unknown>} [more]
 * @returns {Record<string, string>}
 */
function packages(count, more = {}) {
  const names = [...Array(count).keys()].map((part) => `part-${part}`);
  /** @type {Record<string, string>} */
  const files = {};
  for (const name of names) {
    files[`packages/${name}/composer.json`] =
      `{ "name": "demo/${name}", "version": "1.2.0", "description": "x" }\n`;
  }
  const whole = {
    name: 'demo/app',
    repositories: [{ type: 'path', url: 'packages/*' }, { 'packagist.org': false }],
    require: Object.fromEntries(names.map((name) => [`demo/${name}`, '^1.0'])),
    ...more,
  };
  files['composer.json'] = `${JSON.stringify(whole, undefined, 2)}\n`;
  return files;
}

const env = { COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_NO_INTERACTION: '1', COMPOSER_HOME: '.home' };

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  { case: 'success', command: 'composer install', files: packages(40), env },
  { case: 'terminal', command: 'composer install', files: packages(20), env, terminal: true },
  { case: 'huge', command: 'composer install', files: packages(400), env },
  {
    case: 'tiny',
    command: 'composer install',
    files: packages(1),
    prepare: 'composer install',
    env,
  },
  {
    case: 'failure',
    command: 'composer install',
    files: packages(3, { require: { 'demo/part-1': '^2.0', 'demo/absent': '^1.0' } }),
    env,
    keep: ['Your requirements could not be resolved', 'demo/absent'],
  },
  {
    case: 'failure-script',
    command: 'composer install',
    files: packages(3, { scripts: { 'post-update-cmd': 'php -r "exit(3);"' } }),
    env,
    keep: ['returned with error code 3'],
  },
];
