/** One line changed, so that one rule no longer holds: the test of that name must then fail. */
export interface Mutation {
  /** `INV-20`, `W4`: a test whose title begins with it must fail. */
  readonly rule: string;
  /** What the change does to the product, for people. */
  readonly does: string;
  readonly file: string;
  /** Stands exactly once in the file, inside one line. */
  readonly find: string;
  readonly replace: string;
  /** Test files that hold the tests of the rule. */
  readonly tests: readonly string[];
}

function numbered(prefix: string, last: number, digits: number): readonly string[] {
  return Array.from(
    { length: last },
    (_, index) => prefix + String(index + 1).padStart(digits, '0'),
  );
}

/** Every numbered rule of specifications 001 and 002, and what the shell gate stands on. */
export const rules: readonly string[] = [
  ...numbered('INV-', 34, 2),
  'INV-26a',
  'INV-29a',
  ...numbered('INV-F', 3, 1),
  ...numbered('W', 27, 1),
  '000',
  'decision 5',
  'decision 11',
  'decision 12',
  'security 3.2 step 9',
  'security 3.2 step 12',
  'security 3.2 step 15',
  'DESIGN 38',
  '003 Retry',
  'decision 44',
  '003',
  'decision 33',
  'security 8',
  'DESIGN 6',
  'DESIGN decision 21',
  'security 3.2',
];
