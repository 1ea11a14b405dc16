// @ts-check
/**
 * Gems in folders of the project, so that no gem server is needed.
 *
 * @param {number} count
 * @param {string} [more] Further lines of the Gemfile.
 * @returns {Record<string, string>}
 */
function gems(count, more = '') {
  const names = [...Array(count).keys()].map((part) => `part-${part}`);
  /** @type {Record<string, string>} */
  const files = {};
  for (const name of names) {
    files[`gems/${name}/${name}.gemspec`] =
      `Gem::Specification.new { |s| s.name = '${name}'; s.version = '1.2.0'; s.summary = 'x'; s.authors = ['x'] }\n`;
  }
  const listed = names.map((name) => `gem '${name}', path: 'gems/${name}'\n`).join('');
  files['Gemfile'] = `${listed}${more}`;
  return files;
}

/**
 * Gems of a server.
 *
 * @param {number} count
 */
const served = (count) => ({
  serve: 'index',
  files: {
    ...gems(count),
    Gemfile: `source ENV['SERVED']\n${gems(count)['Gemfile']}`.replace(/, path.*/g, ''),
  },
  prepare:
    'mkdir -p index/gems && for spec in gems/*/*.gemspec; do gem build -q "$spec" -o "index/gems/$(basename "$spec" .gemspec)-1.2.0.gem" || exit 1; done && gem generate_index --directory index',
});

const env = {
  BUNDLE_PATH: 'vendor',
  BUNDLE_SILENCE_ROOT_WARNING: '',
  BUNDLE_APP_CONFIG: '.bundle',
};

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  { case: 'success', command: 'bundle install', files: gems(40), env },
  { case: 'served', command: 'bundle install', ...served(30), env },
  { case: 'huge', command: 'bundle install', files: gems(400), env },
  { case: 'tiny', command: 'bundle install', files: gems(1), env },
  {
    case: 'failure',
    command: 'bundle install',
    files: gems(3, "gem 'part-9', '>= 2', path: 'gems/part-1'\n"),
    env,
    keep: ['part-9'],
  },
  {
    case: 'no-gemfile',
    command: 'bundle install',
    env,
    keep: ['Could not locate Gemfile'],
  },
  {
    case: 'syntax-error',
    command: 'bundle install',
    files: { Gemfile: "gem 'part-1', path: \n" },
    env,
    keep: ['There was an error parsing `Gemfile`'],
  },
];
