import { escapeControlInline } from '../../core/base/escape-control';
import { cutMarked } from '../../core/base/text-lines';
import { dense } from '../../core/contracts/schema-parts';
import type { WebAddress } from '../../core/contracts/calls/web-address';
import type { CardAddress } from '../../core/contracts/panel/card-address';
import { t } from '../window/language';

/** Enough to know the call again; a notification has no room for more. */
const maxLabel = 120;

/** An address as the user sees it before answering, with nothing hidden in it. */
export function shownAddress(address: WebAddress): CardAddress {
  const { url, host, unicodeHost, query, mayCarryData } = address;
  const readable = unicodeHost === undefined ? host : `${host} (${unicodeHost})`;
  return {
    url: escapeControlInline(url),
    host: escapeControlInline(readable),
    origin: originText(address),
    ...dense({
      query: query === undefined ? undefined : escapeControlInline(query),
      warning: mayCarryData === true ? warningText(address) : undefined,
    }),
  };
}

function warningText({ origin: { from } }: WebAddress): string {
  return from === 'model'
    ? t('The model made up a part of this address. It may carry data out of this computer.')
    : t(
        'A part of this address was only in files or commands. It may carry data out of this computer.',
      );
}

/** Where the chat met it first. */
function originText({ origin: { from, call } }: WebAddress): string {
  if (from === 'user') return t('you gave it');
  if (from === 'model') return t('composed by the model');
  return call === undefined
    ? t('seen in a result')
    : t('seen in the result of {0}', cutMarked(escapeControlInline(call), maxLabel));
}
