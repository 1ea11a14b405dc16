import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileMatch, matchesCustom } from '../../../../src/core/filters/command-match';
import { commandText } from './shipped-rules';

const scripts: readonly string[] = [
  'npm run build',
  'npm run-script build -- --watch',
  'npm --prefix web run build',
  'npm run -w web build',
  'npm -s run build',
  'npm start',
  'npm test',
  'npm t',
  'yarn build',
  'yarn run build',
  'yarn --cwd web build',
  'yarn workspace web build',
  'yarn workspaces run build',
  'yarn workspaces foreach -A run build',
  'pnpm build',
  'pnpm -r build',
  'pnpm --filter web run build',
  'pnpm -C web build',
  'bun run build',
  'bun dev',
];

const noScripts: readonly string[] = [
  'npm',
  'npm install',
  'npm ci',
  'npm build',
  'npm exec jest',
  'npm run',
  'npmx run build',
  'yarn',
  'yarn add left-pad',
  'yarn install --immutable',
  'pnpm i',
  'pnpm exec tsc',
  'bun install',
  'bun test',
  'npx tsc',
  'make build',
  'cargo run',
  '',
];

const runners: readonly string[] = [
  'npm test',
  'npm t',
  'npm tst',
  'npm run test',
  'npm run test:unit -- --grep x',
  'npm run e2e',
  'npm run unit-tests',
  'npm --prefix web test',
  'yarn test',
  'yarn jest src',
  'yarn workspace web test:ci',
  'yarn dlx vitest',
  'pnpm test',
  'pnpm -r test',
  'pnpm vitest run',
  'pnpm exec mocha',
  'bun test',
  'bun run test',
  'bunx vitest',
  'npx jest --ci',
  'npx --yes vitest@2 run',
  'npx -p typescript mocha',
  'jest',
  'vitest run',
  'mocha --exit out/**/*.test.js',
  'c8 mocha',
  'npx nyc --reporter=text mocha',
  'node --test',
  'node --import tsx --test test/*.ts',
  'node node_modules/mocha/bin/mocha.js --exit',
  'node ./node_modules/vitest/vitest.mjs run',
  'tsx --test a.test.ts',
  'tap test/*.js',
  'npx playwright test',
  'cypress run',
  'ng test',
  'react-scripts test',
  'turbo run test',
  'cd web && CI=1 npm test 2>&1 | tail -50',
  'npx nx test web',
  'lerna run test:ci',
];

const noRunners: readonly string[] = [
  'npm run build',
  'npm run latest',
  'npm run contest-page',
  'npm install jest',
  'yarn add -D vitest',
  'npx tsc',
  'node test.js',
  'node index.js jest',
  'playwright install',
  'ng build',
  'turbo run build',
  'cargo test',
  'pytest',
  'go test ./...',
  'git commit -m test',
  'cat jest',
  '',
];

const listings: readonly string[] = [
  'ls',
  'ls -la src',
  'find . -name "*.ts"',
  'tree -L 2',
  'git ls-files',
  'rg --files | sort',
  'cd a && find . -type f',
];

const noListings: readonly string[] = [
  'find node_modules -name "*.d.ts"',
  'ls .git',
  'ls -R target/debug',
  'find . -type f | grep node_modules',
  'find . -name a | xargs grep b',
  'lsof',
  'git log',
  'rg order',
];

describe('a prefix', () => {
  it('003-match-1: matches what starts with it', () => {
    const fits = compileMatch({ prefix: 'make' });
    const ask = (last: string) => fits({ whole: `cd a && ${last}`, last });
    assert.deepEqual(['make', 'make all', 'makefile-lint', 'cmake'].map(ask), [
      ...[true, true, true, false],
    ]);
  });
});

describe('000-filters-1: custom matchers', () => {
  const cases = [
    ['file_listing', listings, true],
    ['file_listing', noListings, false],
    ['package_script', scripts, true],
    ['package_script', noScripts, false],
    ['test_runner', runners, true],
    ['test_runner', noRunners, false],
  ] as const;
  for (const [matcher, commands, fits] of cases) {
    for (const command of commands) {
      it(`${matcher} ${fits ? 'fits' : 'does not fit'} ${JSON.stringify(command)}`, () => {
        assert.equal(matchesCustom[matcher](commandText(command)), fits);
      });
    }
  }

  it('answer for every text', () => {
    const word = fc.constantFrom('npm', 'yarn', 'run', '-w', '--', 'c8', 'node', 'jest', '@', '/');
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 8 }), (words) => {
        for (const matches of Object.values(matchesCustom)) {
          matches({ whole: words.join(' '), last: words.join(' ') });
        }
      }),
    );
    assert.equal(matchesCustom.test_runner({ whole: '', last: 'c8 '.repeat(20_000) }), false);
  });
});
