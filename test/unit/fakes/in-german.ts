import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { fillIn } from '../../../src/core/base/sentence';
import { setLanguage } from '../../../src/host/window/language';

const bundle = z.record(z.string(), z.string());

/** What a user of a German VS Code sees. */
export function inGerman<T>(make: () => T): T {
  const reset = switchToGerman();
  try {
    return make();
  } finally {
    reset();
  }
}

/** Until the function that it returns is called. */
export function switchToGerman(): () => void {
  const german = bundle.parse(JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8')));
  setLanguage((message, ...values) => fillIn(german[message] ?? message, ...values), 'de');
  return () => {
    setLanguage(fillIn);
  };
}
