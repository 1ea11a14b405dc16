import type { ServerError } from '../../core/wire/parts/server-error';

/** Servers' words for a model, or a server, that takes no tools. */
const takesNoTools =
  /not support (function|tool)|support tool use|tools? (calling )?(is|are) not supported|tool choice requires|tools param requires/i;

const tooLong =
  /context[_ ](length|window|size|limit)|prompt is too long|too many (input )?tokens|token count.* exceeds|reduce the length/i;

const noModel =
  /model.*(not found|not exist)|(not found|no such|unknown|invalid) model|model_not_found/i;

/** The request was refused because it offers tools. */
export function refusesTools(status: number, error: ServerError): boolean {
  return (
    (isRefusal(status) || status === 500 || status === 501) && takesNoTools.test(wordsOf(error))
  );
}

/** The request holds more than the model can read. */
export function isTooLong(status: number, error: ServerError): boolean {
  return status === 413 || (isRefusal(status) && tooLong.test(wordsOf(error)));
}

/** The server is there, the model is not. */
export function lacksModel(status: number, error: ServerError): boolean {
  return isRefusal(status) && noModel.test(wordsOf(error));
}

function isRefusal(status: number): boolean {
  return status === 400 || status === 404 || status === 422;
}

function wordsOf({ message, codes }: ServerError): string {
  return [message, ...codes].join(' ');
}
