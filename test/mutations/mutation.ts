/** A changed line that breaks a rule: the test of that name must then fail. */
export interface Mutation {
  /** `INV-20`, `W4`: a test whose title begins with it must fail. */
  readonly rule: string;
  /** The effect on the product, for readers. */
  readonly does: string;
  readonly file: string;
  /** Occurs exactly once in the file, on one line. */
  readonly find: string;
  readonly replace: string;
  /** Files with the tests of the rule. */
  readonly tests: readonly string[];
}

function numbered(prefix: string, last: number, digits: number): readonly string[] {
  return Array.from(
    { length: last },
    (_, index) => prefix + String(index + 1).padStart(digits, '0'),
  );
}

/** The rules that mutations remove: every invariant and tool policy, and the basis of the gates. */
export const rules: readonly string[] = [
  ...numbered('INV-', 34, 2),
  'INV-26a',
  'INV-29a',
  ...numbered('INV-F', 3, 1),
  ...numbered('W', 27, 1),
  '000-audit-3',
  '000-envelope-1',
  '000-files-1',
  '000-files-2',
  '000-files-6',
  '000-files-7',
  '000-gates-1',
  '000-gates-2',
  '000-gates-3',
  '000-gates-4',
  '000-retry-1',
  '000-retry-3',
  '000-thoughts-6',
  '000-shell-1',
  '000-shell-2',
  '000-shell-3',
  '000-shell-4',
  '003-filters-2',
  '003-filters-7',
  '003-filters-8',
  '003-mcp-2',
  '003-mcp-4',
  '003-mcp-5',
  '003-mcp-7',
  '003-mcp-10',
  '003-mcp-11',
  '003-mcp-12',
  '003-mcp-13',
  '003-mcp-20',
  '003-mcp-21',
  '003-mcp-22',
  '003-mcp-23',
  '003-overflow-3',
  '003-overflow-7',
  '003-retry-1',
  '003-retry-3',
  '003-secrets-1',
  '003-secrets-2',
  '003-tools-6',
  '003-web-3',
  '003-web-4',
  '003-web-5',
  '003-web-6',
  'decision 11',
  'decision 12',
  'decision 21',
  'decision 33',
  'decision 38',
  'decision 44',
  'decision 48',
  'decision 74',
  'decision 75',
  'decision 5',
  'decision 58',
  'decision 61',
  'decision 64',
  'decision address-rules',
  'decision audit-seals',
  'decision chat-exposure',
  'decision egress-gate',
  'decision file-sandbox',
  'decision own-policy',
  'decision protected-files',
  'decision secret-places',
  'decision shell-paths',
  'decision shell-redirections',
  'decision shell-same-text',
  'decision shell-trees',
  'decision shell-words',
  'decision url-origin',
  'decision untrusted-fence',
];
