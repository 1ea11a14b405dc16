/** The bundle `redactor.js`: one redactor for the extension and all that it loads. */
export { setExtraSecrets } from './extra-secrets';
export { redactFields, redactText } from './redact';
export { redactAll } from './redact-all';
export { createStreamRedactor } from './redact-stream';
