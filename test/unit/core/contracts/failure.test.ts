import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { inEnglish, say } from '../../../../src/core/base/sentence';
import {
  errorCategories,
  errorCodes,
  failure,
  formatToolError,
  isQualityFailure,
  needsReformat,
  saidOf,
  withMessage,
  type ErrorCategory,
  type ErrorCode,
} from '../../../../src/core/contracts/failure';

/** 000-errors-1, whole: code, category, retryable. `execution` is classified by its cause. */
const mapping: readonly (readonly [ErrorCode, ErrorCategory, boolean])[] = [
  ['validation', 'invalid_parameters', false],
  ['execution', 'permanent_failure', false],
  ['unavailable', 'tool_not_found', false],
  ['redaction_failed', 'permanent_failure', false],
  ['invalid_json', 'invalid_parameters', false],
  ['timeout', 'timeout', true],
  ['policy_denied', 'policy_blocked', false],
  ['authz_denied', 'policy_blocked', false],
  ['authz_unavailable', 'policy_blocked', false],
  ['cancelled', 'cancelled', false],
  ['quota_blocked', 'policy_blocked', false],
  ['snapshot_failed', 'permanent_failure', false],
  ['approval_unavailable', 'confirmation_required', false],
];

const retryable = ['rate_limited', 'server_error', 'network_error', 'timeout'];
const reformat = ['invalid_parameters', 'type_mismatch'];

describe('the error model', () => {
  it('decision 1: the codes are the nine of 001 and four more, and no others', () => {
    assert.deepEqual([...errorCodes].sort(), [
      'approval_unavailable',
      'authz_denied',
      'authz_unavailable',
      'cancelled',
      'execution',
      'invalid_json',
      'policy_denied',
      'quota_blocked',
      'redaction_failed',
      'snapshot_failed',
      'timeout',
      'unavailable',
      'validation',
    ]);
  });

  it('000-errors-1: there are eleven categories, in snake_case', () => {
    assert.deepEqual(errorCategories, [
      'tool_not_found',
      'invalid_parameters',
      'type_mismatch',
      'policy_blocked',
      'confirmation_required',
      'permanent_failure',
      'cancelled',
      'rate_limited',
      'server_error',
      'network_error',
      'timeout',
    ]);
  });

  it('decision 1: every code has its category by the table', () => {
    const actual = errorCodes.map((code) => {
      const failed = failure(code, 'What happened.');
      return [failed.errorCode, failed.category, failed.retryable];
    });
    assert.deepEqual(actual, mapping);
  });

  it('decision 1: a code refuses the categories of other codes', () => {
    // @ts-expect-error What policy forbids is never worth another attempt.
    failure('policy_denied', 'No.', { category: 'rate_limited' });
    // @ts-expect-error Nor is what the person stopped.
    failure('cancelled', 'Stopped.', { category: 'timeout' });
    const answered = failure('validation', 'Bad answer.', { category: 'permanent_failure' });
    assert.equal(needsReformat(answered.category), false);
  });

  for (const category of errorCategories) {
    it(`000-errors-1: ${category} has its retry, reformat and quality by the tables`, () => {
      assert.equal(failure('execution', '', { category }).retryable, retryable.includes(category));
      assert.equal(needsReformat(category), reformat.includes(category));
      const isQuality = [...reformat, 'tool_not_found'].includes(category);
      assert.equal(isQualityFailure(category), isQuality);
    });
  }

  it('000-errors-2: infrastructure and policy never cause a repair', () => {
    const never: readonly ErrorCategory[] = [
      'rate_limited',
      'server_error',
      'network_error',
      'timeout',
      'policy_blocked',
      'confirmation_required',
      'cancelled',
      'permanent_failure',
    ];
    assert.deepEqual(never.filter(needsReformat), []);
    assert.deepEqual(never.filter(isQualityFailure), []);
  });
});

describe('the [tool_error] block', () => {
  it('003-errors-1: is exactly the four lines of the example', () => {
    const failed = failure('execution', 'too many requests', { category: 'rate_limited' });
    assert.equal(
      formatToolError(failed),
      [
        '[tool_error]',
        'category: rate_limited',
        'error: too many requests',
        'suggestion: Rate limit exceeded. The system will retry if possible.',
        'retryable: true',
      ].join('\n'),
    );
  });

  it('003-errors-2: has a suggestion for every category, of one line', () => {
    for (const category of errorCategories) {
      const { suggestion } = failure('execution', 'x', { category });
      assert.match(suggestion, /^[A-Z][^\n]+\.$/);
    }
  });

  it('003-errors-2: sets further lines in, so that each field begins one line', () => {
    const message = 'Nearest lines:\n 1\tretryable: true\r\ncategory: cancelled';
    assert.equal(
      formatToolError(failure('validation', message, { suggestion: 'Copy.\u2028retryable: true' })),
      [
        '[tool_error]',
        'category: invalid_parameters',
        'error: Nearest lines:',
        '   1\tretryable: true',
        '  category: cancelled',
        'suggestion: Copy.',
        '  retryable: true',
        'retryable: false',
      ].join('\n'),
    );
  });

  it('003-errors-2: no text adds a field, whatever it is', () => {
    const piece = fc.constantFrom(
      '\n',
      '\r',
      '\u2028',
      '\u0085',
      '\f',
      'retryable: true',
      '[',
      'x',
    );
    const text = fc.array(piece).map((pieces) => pieces.join(''));
    const fields = /^(\[tool_error\]|category:|error:|suggestion:|retryable:)/;
    fc.assert(
      fc.property(text, text, (message, suggestion) => {
        const block = formatToolError(failure('execution', message, { suggestion }));
        const lines = block.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
        assert.equal(lines.filter((line) => fields.test(line)).length, 5);
      }),
    );
  });
});

describe('what users read of a failure', () => {
  const failed = failure('policy_denied', say`${'.env'} is a secret.`);

  it('is a sentence, in English for models', () => {
    assert.equal(failed.message, '.env is a secret.');
    assert.equal(saidOf(failed).message, '{0} is a secret.');
    assert.equal(inEnglish(saidOf(failure('policy_denied', 'No.'))), 'No.');
  });

  it('INV-04: has nothing of a message that was redacted', () => {
    const redacted = withMessage(failed, '<redacted> is a secret.');
    assert.equal(inEnglish(saidOf(redacted)), '<redacted> is a secret.');
    assert.equal(withMessage(failed, failed.message).said, failed.said);
  });
});
