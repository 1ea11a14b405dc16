import assert from 'node:assert/strict';
import { filterText } from '../../../../../src/core/filters/filter-set';
import { commandText, shippedRules } from '../shipped-rules';

const set = shippedRules();

/** Command, and the one of these rules that is for it. */
const commands: readonly (readonly [string, string | undefined])[] = [
  ['cargo +nightly check -p app', 'cargo-build'],
  ['cargo --locked build', 'cargo-build'],
  ['cargo metadata', undefined],
  ['cargo add serde', undefined],
  ['npm --prefix web ci', 'npm-install'],
  ['npm i -D vitest', 'npm-install'],
  ['pnpm -C web add react', 'npm-install'],
  ['yarn', 'npm-install'],
  ['yarn --frozen-lockfile', 'npm-install'],
  ['yarn build', 'js-build'],
  ['yarn why react', undefined],
  ['npm run build:web', 'js-build'],
  ['npx vite build --mode test', 'js-build'],
  ['npx vite', undefined],
  ['npm init', undefined],
  ['python3 -m pip install .', 'pip-install'],
  ['pip3.11 install -r requirements.txt', 'pip-install'],
  ['pip list', undefined],
  ['cd src && make -j8 all 2>&1 | tail', 'make'],
  ['makefoo', undefined],
  ['make-it-so', undefined],
  ['cmake --build build', 'make'],
  ['sudo apt-get install -y tree', 'apt'],
  ['apt list --installed', undefined],
  ['docker build .', 'docker-build'],
  ['docker buildx build --load .', 'docker-build'],
  ['docker ps', undefined],
  ['docker compose up -d', 'docker-compose'],
  ['brew list', undefined],
  ['bundle exec rake', undefined],
  ['bundle', 'bundle-install'],
  ['composer require monolog/monolog', 'composer-install'],
  ['composer show', undefined],
];

const names = new Set(commands.flatMap(([, rule]) => rule ?? []));

/** Lines that look like progress and are none. */
const stay: readonly (readonly [string, string])[] = [
  ['cargo run', '    Adding the user Compiling'],
  ['cargo run', '    Updating 3 rows'],
  ['cargo run', 'Running every job'],
  ['cargo install --path .', '   Installed package `app v0.1.0 (/work)` (executable `app`)'],
  ['npm install', 'npm warn deprecated request@2.88.2: request has been deprecated'],
  ['npm install', 'npm warn ERESOLVE overriding peer dependency'],
  ['npm install', '3 high severity vulnerabilities'],
  ['npm install', 'npm http fetch GET 404 https://packages.example/absent 31ms'],
  ['pnpm install', ' WARN  deprecated request@2.88.2: request has been deprecated'],
  ['yarn install', 'warning request@2.88.2: request has been deprecated'],
  ['pip install flask', 'Requirement already satisfied: flask in ./lib (3.0.3)'],
  ['pip install .', "  Preparing metadata (pyproject.toml): finished with status 'error'"],
  ['pip install .', '      Successfully uninstalled part-0-0.9.0'],
  ['poetry install', '  • Installing certifi (2022.12.7): Failed'],
  ['make', 'gcc: error: absent.c: No such file or directory'],
  ['make', 'cc1: all warnings being treated as errors'],
  ['make', 'make: *** [Makefile:3: app] Error 1'],
  ['make', '[ 50%] Built target app'],
  ['make', 'checking for openssl... no'],
  ['cmake -B build', '-- Could NOT find OpenSSL (missing: OPENSSL_CRYPTO_LIBRARY)'],
  ['vite build', 'dist/assets/index-DQNjN1VC.js   720.05 kB │ gzip: 201.85 kB'],
  ['webpack', 'asset main.js 3.2 MiB [emitted] [minimized] [big] (name: main)'],
  ['esbuild src/a.ts --bundle', '  dist/app.js  703.2kb'],
  ['next build', ' ✓ Compiled successfully'],
  ['apt-get install tree', 'Err:3 http://mirror.example/debian bookworm InRelease'],
  ['apt-get install tree', 'Removing toilet (0.3-1.4) ...'],
  ['docker build .', '#9 2.871 npm error code ERESOLVE'],
  ['docker build .', '#11 naming to docker.io/library/app:latest done'],
  ['docker compose up -d', ' Container app-db-1  Error'],
  ['docker compose up -d', ' Container app-db-1  Healthy'],
  ['brew install tree', 'Warning: tree 2.1.3 is already installed and up-to-date.'],
  ['bundle install', 'Gem::Ext::BuildError: ERROR: Failed to build gem native extension.'],
  ['composer install', 'Found 2 security vulnerability advisories affecting 1 package.'],
];

describe('the rules for installs and builds', () => {
  for (const [command, rule] of commands) {
    it(`are ${rule === undefined ? 'not ' : ''}for ${command}`, () => {
      const found = set.rulesFor(commandText(command)).filter((name) => names.has(name));
      assert.deepEqual(found, rule === undefined ? [] : [rule]);
    });
  }

  for (const [command, line] of stay) {
    it(`keep of ${command}: ${line.trim()}`, () => {
      const { text } = filterText(set, commandText(command), `${line}\n`.repeat(40), 0);
      assert.ok(text.includes(line), text);
    });
  }
});
