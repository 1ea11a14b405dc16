/** Texts of the pages that the host makes: the audit log and the reports. */
export const pageTexts = {
  'button.copied': 'Copied',
  'audit.copied': 'Copied as JSON',
} as const;
