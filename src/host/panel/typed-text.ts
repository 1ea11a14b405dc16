/** `!command`, and `/name`; `/etc/hosts is …` is a message, as its second slash tells. */
const command = /^(?:!|\/[A-Za-z][\w-]*(?=\s|$))/;
/** Run by the pipeline or the agent alone (DESIGN 1.4). */
const withoutModel = /^(?:!|\/(?:tool|clear|context|cost)(?=\s|$))/;

/** True for what goes to a model as it is, with its context. */
export function isForModel(text: string): boolean {
  return !command.test(text);
}

/** /compact needs one too: a model writes the summary. */
export function needsModel(text: string): boolean {
  return !withoutModel.test(text);
}

export function isClear(text: string): boolean {
  return text === '/clear';
}
