/** One kind of secret. `group` is the part that is replaced; 0 is the whole match. */
export interface SecretRule {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly group: 0 | 1;
}

/**
 * Shapes of credentials, by provider prefix or by the name before the value; no entropy guess, so
 * git ids and digests stay (security.md section 7). Each expression is linear: no nested repeats.
 */
export const secretRules: readonly SecretRule[] = [
  { kind: 'aws-key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, group: 0 },
  { kind: 'github-token', pattern: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g, group: 0 },
  { kind: 'github-token', pattern: /\bgithub_pat_[A-Za-z0-9_]{22,255}\b/g, group: 0 },
  { kind: 'gitlab-token', pattern: /\bglpat-[A-Za-z0-9_-]{20,64}/g, group: 0 },
  { kind: 'anthropic-key', pattern: /\bsk-ant-[A-Za-z0-9_-]{20,200}/g, group: 0 },
  { kind: 'openai-key', pattern: /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{20,200}/g, group: 0 },
  { kind: 'slack-token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,200}/g, group: 0 },
  { kind: 'google-key', pattern: /\bAIza[0-9A-Za-z_-]{35}/g, group: 0 },
  { kind: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g, group: 0 },
  { kind: 'stripe-key', pattern: /\b[rs]k_(?:live|test)_[0-9A-Za-z]{16,100}\b/g, group: 0 },
  {
    kind: 'jwt',
    pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g,
    group: 0,
  },
  { kind: 'bearer-token', pattern: /\bBearer\s+([A-Za-z0-9._~+/=-]{16,4000})/gi, group: 1 },
  { kind: 'basic-auth', pattern: /\bBasic\s+([A-Za-z0-9+/=]{12,4000})/g, group: 1 },
  {
    kind: 'secret',
    pattern:
      /\b[A-Z0-9_]{0,40}_(?:TOKEN|PASS|PWD|SECRET|KEY)["']?\s{0,3}[:=]\s{0,3}["']?((?!\[REDACTED:|\$|<)[A-Za-z0-9+/_.~!@#%^&*-]{8,400})/g,
    group: 1,
  },
  {
    kind: 'url-password',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,200}:([^\s/@]{3,200})@/gi,
    group: 1,
  },
  {
    kind: 'secret',
    pattern:
      /\b[\w.-]{0,40}(?:password|passwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|access[_-]?token|private[_-]?key)["']?\s{0,3}[:=]\s{0,3}["']?((?!\[REDACTED:|\$|<|process\.|env\.|null\b|true\b|false\b|undefined\b)[A-Za-z0-9+/_.~!@#%^&*-]{8,400})/gi,
    group: 1,
  },
];

/** Begins a private key block; it is redacted to its end mark, or to the end of the text. */
export const privateKeyBegin = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g;
export const privateKeyEnd = /-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g;

/**
 * Stands in every text that a rule above, or a private key, could match: most texts hold none of
 * it and need no closer look. Loose on purpose; a property test keeps it in step with the rules.
 */
export const secretTrigger =
  /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|sk-|xox|AIza|npm_|[rs]k_|eyJ|Bearer|Basic|_TOKEN|_PASS|_PWD|_SECRET|_KEY|:\/\/|passw|secret|api[_-]?key|auth[_-]?token|access[_-]?(?:key|token)|private[_-]?key|PRIVATE KEY/i;
