import assert from 'node:assert/strict';
import fc from 'fast-check';
import { redactText } from '../../../../../src/core/base/redact/redact';
import { brokenRows, contextRows } from './context-rows';
import { drawn } from './drawn-values';
import { eighthInnocent } from './eighth-innocent';
import { eighthSecrets } from './eighth-rows';
import { eleventhCode } from './eleventh-innocent';
import { eleventhForms, eleventhSecrets } from './eleventh-rows';
import { eleventhTexts } from './eleventh-texts';
import { fifthInnocent } from './fifth-innocent';
import { fifthSecrets } from './fifth-rows';
import { heldOutInnocent, heldOutSecrets } from './held-out-rows';
import { innocentRows } from './innocent-rows';
import { attackInnocent } from './attack-innocent';
import { attackForms, attackSecrets } from './attack-rows';
import { lastInnocent, lastSecrets } from './last-rows';
import { lateForms, lateInnocent, lateSecrets } from './late-rows';
import { ninthInnocent } from './ninth-innocent';
import { ninthForms, ninthSecrets } from './ninth-rows';
import { seventhInnocent } from './seventh-innocent';
import { seventhSecrets } from './seventh-rows';
import { sixthInnocent } from './sixth-innocent';
import { sixthSecrets } from './sixth-rows';
import { changedOf, leftOf, lostAround, partsOf, type Told } from './table-rows';
import { tenthInnocent } from './tenth-innocent';
import { tenthForms, tenthSecrets } from './tenth-rows';
import { vendorForms } from './vendor-forms';

/** Fails with everything that was missed, so that one run shows it all. */
function atMost(missed: readonly Told[], share: number, of: number): void {
  const told = missed.map(({ row, shown }) => `${row}\n   → ${shown}`).join('\n');
  const count = `${String(missed.length)} of ${String(of)}`;
  assert.ok(missed.length <= of * share, `${count}:\n${told}`);
}

describe('tables of secrets', () => {
  it('finds every form with a fixed prefix, in any surrounding', () => {
    const surroundings = ['@', 'see @.', '"@"', "x: '@',", '(@)', 'a=@&b=1', '\\n@\\n', '<b>@</b>'];
    const forms = Object.entries(vendorForms);
    const missed = forms.flatMap(([name, template]) =>
      surroundings.flatMap((around, at) => {
        const secret = drawn(template, at + 1);
        const shown = redactText(around.replace('@', () => secret)).text;
        // What is left of a URL tells nothing.
        const rest = shown.replaceAll(/\[REDACTED:[a-z-]+\]/g, '');
        return /[A-Za-z0-9]{7}/.test(rest.replaceAll(/https?:\/\/\S*/g, ''))
          ? [{ row: `${name} in ${around}: ${secret}`, shown }]
          : [];
      }),
    );
    atMost(missed, 0, forms.length * surroundings.length);
  });

  for (const [name, rows] of Object.entries(contextRows)) {
    it(`finds what is in ${name}`, () => {
      atMost(leftOf(rows), 0.05, rows.length);
    });

    it(`keeps what follows a secret in ${name}`, () => {
      atMost(lostAround(rows), 0.05, rows.length);
    });
  }

  it('finds tokens that are broken over lines', () => {
    const missed = brokenRows.flatMap((row) => {
      const shown = redactText(drawn(row)).text;
      return /[A-Za-z0-9]{8}/.test(shown.replaceAll(/\[REDACTED:[a-z-]+\]/g, ''))
        ? [{ row: drawn(row), shown }]
        : [];
    });
    atMost(missed, 0, brokenRows.length);
  });

  for (const [name, rows] of Object.entries(innocentRows)) {
    it(`leaves ${name} as they are`, () => {
      atMost(changedOf(rows), 0.01, rows.length);
    });
  }

  it('serves texts that the rules were not made for', () => {
    atMost(leftOf(heldOutSecrets), 0.05, heldOutSecrets.length);
    atMost(lostAround(heldOutSecrets), 0.05, heldOutSecrets.length);
    atMost(changedOf(heldOutInnocent), 0.01, heldOutInnocent.length);
  });

  it('serves a second table that was written after the rules', () => {
    atMost(leftOf(lateForms), 0, lateForms.length);
    atMost(leftOf(lateSecrets), 0.05, lateSecrets.length);
    atMost(lostAround([...lateForms, ...lateSecrets]), 0, 1);
    atMost(changedOf(lateInnocent), 0.01, lateInnocent.length);
  });

  it('serves a third table that was written after the rules', () => {
    const innocent = attackInnocent.map((text, at) => drawn(text, at));
    atMost(leftOf(attackForms), 0, attackForms.length);
    atMost(leftOf(attackSecrets), 0.05, attackSecrets.length);
    atMost(lostAround([...attackForms, ...attackSecrets]), 0.01, attackSecrets.length);
    atMost(changedOf(innocent), 0.01, innocent.length);
  });

  it('serves a fourth table', () => {
    atMost(leftOf(lastSecrets), 0.05, lastSecrets.length);
    atMost(changedOf(lastInnocent.map((text, at) => drawn(text, at))), 0.01, lastInnocent.length);
  });

  for (const [name, secrets, innocent] of [
    ['fifth', fifthSecrets, fifthInnocent],
    ['sixth', sixthSecrets, sixthInnocent],
    ['seventh', seventhSecrets, seventhInnocent],
    ['eighth', eighthSecrets, eighthInnocent],
    ['ninth', ninthSecrets, ninthInnocent],
    ['tenth', tenthSecrets, tenthInnocent],
  ] as const) {
    it(`serves a ${name} table`, () => {
      atMost(leftOf(secrets), 0.05, secrets.length);
      atMost(lostAround(secrets), 0.05, secrets.length);
      atMost(changedOf(innocent), 0.01, innocent.length);
    });
  }

  it('serves an eleventh table', () => {
    const innocent = [...eleventhCode, ...eleventhTexts].map((text, at) => drawn(text, at));
    atMost(leftOf(eleventhForms), 0, eleventhForms.length);
    atMost(leftOf(eleventhSecrets), 0, eleventhSecrets.length);
    atMost(lostAround([...eleventhForms, ...eleventhSecrets]), 0.02, eleventhSecrets.length);
    atMost(changedOf(innocent), 0.01, innocent.length);
  });

  it('reads a line with blanks between many columns once', () => {
    const text = `token${'    ,a'.repeat(60)}    !\n`;
    assert.equal(redactText(text).text, text);
  });

  it('finds every form of the last two tables', () => {
    const forms = [...ninthForms, ...tenthForms];
    atMost(leftOf(forms), 0, forms.length);
  });

  const rows = [...Object.values(contextRows), ...Object.values(innocentRows)].flat();
  rows.push(...lateForms, ...lateSecrets, ...lateInnocent);
  rows.push(...lastSecrets, ...lastInnocent, ...fifthSecrets, ...fifthInnocent);
  rows.push(
    ...sixthSecrets,
    ...sixthInnocent,
    ...seventhSecrets,
    ...seventhInnocent,
    ...eighthSecrets,
    ...eighthInnocent,
    ...ninthForms,
    ...ninthSecrets,
    ...ninthInnocent,
    ...eleventhForms,
    ...eleventhSecrets,
    ...eleventhCode,
    ...eleventhTexts,
    ...tenthForms,
    ...tenthSecrets,
    ...tenthInnocent,
  );
  rows.push(...attackForms, ...attackSecrets, ...attackInnocent);
  const secrets = Object.values(vendorForms).map((template) => drawn(template));
  const texts = [...rows.map((row) => partsOf(row).text), ...secrets];
  const assertStable = (text: string): void => {
    const once = redactText(text).text;
    assert.equal(redactText(once).text, once, JSON.stringify(text));
  };

  it('redacting twice equals once', () => {
    const glue = fc.constantFrom(
      '\n',
      ' ',
      '',
      '&',
      '=',
      ': ',
      '"',
      '\\n',
      ';',
      '\\\n',
      '@',
      '://',
    );
    const anyText = fc.array(fc.tuple(fc.constantFrom(...texts), glue), { maxLength: 8 });
    fc.assert(
      fc.property(anyText, (parts) => assertStable(parts.flat().join(''))),
      { numRuns: 400 },
    );
  });

  it('redacting twice equals once inside a URL, and leaves the rest of it', () => {
    const values = fc.constantFrom(...secrets, 'hunter2hunter2', drawn('{w32}'), 'p%40ss1word');
    const keys = fc.constantFrom('password', 'token', 'api_key', 'access_token', 'client_secret');
    fc.assert(
      fc.property(values, keys, fc.boolean(), (value, key, isUser) => {
        const secret = value.replaceAll(/[^\w.~%-]/g, '');
        const head = isUser ? `postgres://me:${secret}@h:5432/d?a=b` : 'https://h/x?a=b';
        const url = `${head}&${key}=${secret}&ssl=true`;
        assertStable(url);
        const { text } = redactText(url);
        assert.ok(text.endsWith('&ssl=true') && !text.includes(secret), text);
      }),
      { numRuns: 300 },
    );
  });

  it('finds tokens that a terminal broke at its width, or a shell at a backslash', () => {
    const fixed = Object.entries(vendorForms).filter(([, form]) => !form.includes('://'));
    const missed = fixed.flatMap(([name, template], index) =>
      [40, 80, 120].flatMap((width) => {
        const secret = drawn(template, 3);
        const before = `$ curl -s -H "X-Any: `.padStart(width - 6 - (index % 3), '.');
        const wrapped = `${before}${secret} ok"`.replaceAll(
          new RegExp(`.{${String(width)}}`, 'g'),
          '$&\n',
        );
        const shown = redactText(wrapped).text;
        const rest = shown.slice(before.length).replaceAll(/\[REDACTED:[a-z-]+\]/g, '');
        return /[A-Za-z0-9]{12}/.test(rest) ? [{ row: `${name}: ${wrapped}`, shown }] : [];
      }),
    );
    // A short end that looks like a word is left.
    atMost(missed, 0.02, fixed.length * 3);
  });
});
