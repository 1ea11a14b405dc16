import { createHash } from 'node:crypto';

/** A text and what o200k makes of it, measured once with gpt-tokenizer 4.0.0. */
export interface TokenSample {
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
}

const digest = (seed: number, form: 'hex' | 'base64') =>
  createHash('sha256').update(String(seed)).digest(form);

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const log = lines(
  40,
  (at) =>
    `2026-03-0${String((at % 9) + 1)}T10:12:${String(10 + at)}.${String(100 + at)}Z INFO [worker-${String(at % 8)}] app.module.handler: request id=${digest(at, 'hex').slice(0, 12)} status=200 took ${String((at * 7) % 931)} ms path=/api/v1/items/${String(at * 13)}?page=${String(at % 5)}`,
);

const code = `
import type { Clock } from '../ports/clock';

/** Waits between attempts, longer each time, never longer than the limit. */
export function createBackoff(clock: Clock, { base, limit }: BackoffLimits): Backoff {
  let attempt = 0;
  return {
    next: async (signal: AbortSignal) => {
      const delay = Math.min(limit, base * 2 ** Math.min(attempt, 10));
      attempt += 1;
      if (signal.aborted) return false;
      await clock.sleep(delay, signal);
      return !signal.aborted;
    },
    reset: () => {
      attempt = 0;
    },
  };
}

for (const [name, handler] of Object.entries(handlers)) {
  const existing = registry.get(name);
  if (existing !== undefined) throw new Error(\`Handler "\${name}" is registered twice.\`);
  registry.set(name, { handler, calls: 0, failures: [] });
}
`;

const markdown = `
# Audit log

Every call leaves one entry. The entry is written **before** the result leaves the pipeline, so a
crash never hides what was done.

| column | type | meaning |
|---|---|---|
| \`tool_call_id\` | text | the id of the call, the same in start, updates and result |
| \`status\` | text | \`completed\`, \`failed\` or \`cancelled\` |
| \`duration_ms\` | integer | from the first gate to the last filter |

1. Open the command palette and choose \`Gatehouse: Open Audit Log\`.
2. Filter by tool, e.g. \`core__bash\`, or by decision.
3. Select a row to see its arguments (redacted), the rule that decided and the exit code.

See [configuration](./configuration.md#retention) for how long entries are kept; \`0\` keeps them.
`;

const json = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `node_modules/package-${String(at)}`,
      {
        version: `${String(at)}.4.${String(at * 3)}`,
        resolved: `https://registry.example.org/package-${String(at)}/-/package-${String(at)}-${String(at)}.4.${String(at * 3)}.tgz`,
        integrity: `sha512-${digest(at, 'base64')}`,
        dev: true,
        license: 'MIT',
        dependencies: { minimatch: '^9.0.0', semver: '~7.6.3' },
        engines: { node: '>= 18' },
      },
    ]),
  ),
  null,
  2,
);

export const tokenSamples: readonly TokenSample[] = [
  { name: 'a log', text: log, tokens: 2_151 },
  { name: 'code', text: code, tokens: 203 },
  { name: 'Markdown', text: markdown, tokens: 189 },
  { name: 'a JSON lock file', text: json, tokens: 1_812 },
  { name: 'hex digests', text: lines(20, (at) => digest(at, 'hex')), tokens: 757 },
  { name: 'base64', text: lines(20, (at) => digest(at, 'base64')), tokens: 610 },
  {
    name: 'Japanese',
    text: 'このファイルを読み込んで、テストを実行してください。設定を変更した後、もう一度ビルドする必要があります。失敗した場合は、原因を調べて修正し、結果を短く報告してください。',
    tokens: 55,
  },
  {
    name: 'Chinese',
    text: '请先阅读这个文件，然后运行测试。如果测试失败，请修复代码并再次提交。我们需要确保所有的功能都能正常工作，并且不要修改其他文件。最后请简短地说明你做了什么。',
    tokens: 47,
  },
  {
    name: 'Korean',
    text: '이 파일을 읽고 테스트를 실행하세요. 실패하면 코드를 수정하고 다시 커밋하세요. 설정을 바꾼 뒤에는 다시 빌드해야 합니다. 마지막으로 무엇을 했는지 짧게 알려 주세요.',
    tokens: 50,
  },
];
