import type { FilterRuleInput } from '../../contracts/filter-rule';

/**
 * Bundlers: Vite, webpack, Rollup, esbuild and Next.js, also behind a `build` script. Small chunks
 * and lists of modules go; large ones, warnings, errors and the total stay.
 */
export default {
  name: 'js-build',
  match: {
    regex:
      '^(?:(?:(?:npx|bunx|pnpx|pnpm exec|pnpm dlx|yarn exec|yarn dlx|npm exec|pnpm|yarn|bun)(?: -\\S+)* )?(?:(?:vite|next|rsbuild|nuxt|astro)(?:@\\S+)? build|(?:webpack|esbuild|rollup|tsup)(?:@\\S+)?(?! --version))|(?:(?:npm|pnpm|yarn|bun) run|yarn|pnpm)(?: -\\S+)* \\S*(?:build|bundle)\\S*)(?: |$)',
  },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^(?:transforming|rendering chunks|computing gzip size)(?: ?\\(\\d+\\))?(?:\\.\\.\\.|…| |$)',
      '^\\S+\\.\\w+ +\\d{1,2}\\.\\d+ kB(?: +│ gzip: +\\d{1,2}\\.\\d+ kB)?(?: +│ (?:map|brotli): +[\\d.,]+ kB)*$',
      '^<[is]> (?:\\[webpack\\.Progress\\] )?',
      '^\\s*(?:runtime|cacheable|orphan|built|code generated|dependent|hidden|optional|concatenated|javascript|css|asset) modules .*\\d',
      '^\\s+(?:modules by (?:path|layer) |\\.{1,2}\\/\\S+ .*(?:\\[built\\]|\\[code generated\\]|\\[cached\\]|bytes|KiB)|external |\\| |\\+ \\d+ (?:hidden )?modules?|(?:css|ignored|container|delegated|consume|provide|remote|webpack\\/\\S+) .*\\[built\\])',
      '^\\.{1,2}\\/\\S+ (?:.* )?[\\d.]+ (?:bytes|KiB)(?: \\{\\w+\\})? \\[(?:built|cached)\\]',
      '^\\s*asset \\S+ (?:[\\d.]+ bytes|\\d{1,2}(?:\\.\\d+)? KiB) (?!.*\\[big\\])',
      '^\\s*(?:assets by |cached assets |\\+ \\d+ assets?)',
      '^ {2}\\S+ +(?:\\d+b|\\d{1,2}(?:\\.\\d+)?kb) *$',
      '^\\s*\\.\\.\\.and \\d+ more output files?\\.\\.\\.$',
      '^ +(?:Creating an optimized production build|Collecting (?:page data|build traces)|Finalizing page optimization|Linting and checking validity of types|Generating static pages)[ .]',
      '^ +✓ (?:Collecting|Linting|Generating|Finalizing|Creating)[^]*$',
    ],
  },
} satisfies FilterRuleInput;
