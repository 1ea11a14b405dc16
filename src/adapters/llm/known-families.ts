/**
 * What is assumed of well-known models by their names, where neither settings nor server say. These
 * are the makers' published figures, and they age: a server's word and the person's always win, and
 * `contextSource` says `assumed` for all of them.
 */
export interface ModelFamily {
  readonly contextTokens: number;
  readonly images?: boolean;
  readonly reasoning?: boolean;
  /** Asked for where a provider wants a number: Anthropic. */
  readonly maxOutputTokens?: number;
}

const k = 1024;

/** In order: the first whose pattern fits the last part of the name. */
const families: readonly (readonly [RegExp, ModelFamily])[] = [
  [/^claude-(3-(opus|haiku|sonnet)|2|instant)/, claude({ maxOutputTokens: 4_096 })],
  [/^claude-3[-.]5/, claude({ maxOutputTokens: 8_192 })],
  [/^claude-opus-4(-[01])?(-\d{8}|$)/, claude({ maxOutputTokens: 32_000, reasoning: true })],
  [/^claude/, claude({ maxOutputTokens: 64_000, reasoning: true })],
  [/^gpt-4\.1/, { contextTokens: 1_047_576, images: true }],
  [/^(gpt-4o|chatgpt-4o)/, { contextTokens: 128_000, images: true }],
  [/^gpt-oss/, { contextTokens: 128 * k, reasoning: true }],
  [/^gpt-[5-9]/, { contextTokens: 400_000, images: true, reasoning: true }],
  [/^gpt-4-turbo/, { contextTokens: 128_000, images: true }],
  [/^gpt-4/, { contextTokens: 8 * k }],
  [/^gpt-3\.5/, { contextTokens: 16_385 }],
  [/^(o[134]|codex)(-|$)/, { contextTokens: 200_000, images: true, reasoning: true }],
  [/^gemini/, { contextTokens: 1024 * k, images: true }],
  [/^gemma-?3/, { contextTokens: 128 * k, images: true }],
  [/^gemma/, { contextTokens: 8 * k }],
  [/^llama-?4/, { contextTokens: 256 * k, images: true }],
  [/^llama-?3\.2-?vision/, { contextTokens: 128 * k, images: true }],
  [/^llama-?3\.[123]/, { contextTokens: 128 * k }],
  [/^llama-?3/, { contextTokens: 8 * k }],
  [/^(llama-?2|codellama)/, { contextTokens: 4 * k }],
  [/^qwen3-?coder/, { contextTokens: 256 * k }],
  [/^qwen-?3/, { contextTokens: 40 * k, reasoning: true }],
  [/^qwen-?2(\.5)?-?vl/, { contextTokens: 32 * k, images: true }],
  [/^(qwen|qwq)/, { contextTokens: 32 * k }],
  [/^deepseek-(r1|reasoner)/, { contextTokens: 64 * k, reasoning: true }],
  [/^deepseek/, { contextTokens: 64 * k }],
  [/^(devstral|mistral-(small|medium|large|nemo)|ministral)/, { contextTokens: 128 * k }],
  [/^(mistral|mixtral|codestral)/, { contextTokens: 32 * k }],
  [/^(kimi|glm-4\.[5-9]|command-r|command-a)/, { contextTokens: 128 * k }],
  [/^grok/, { contextTokens: 128 * k }],
  [/^granite-?3/, { contextTokens: 128 * k }],
  [/^phi-?4/, { contextTokens: 16 * k }],
];

function claude(more: Partial<ModelFamily>): ModelFamily {
  return { contextTokens: 200_000, images: true, ...more };
}

/** The family of `anthropic/claude-…`, `qwen2.5-coder:7b` or `org/Llama-3.1-8B`. */
export function familyOf(model: string): ModelFamily | undefined {
  const name = (model.split('/').at(-1) ?? '').toLowerCase();
  const stem = name.replace(/^(meta|us|eu|apac|anthropic)[-.](?=llama|anthropic|claude)/, '');
  return families.find(([pattern]) => pattern.test(stem))?.[1];
}
