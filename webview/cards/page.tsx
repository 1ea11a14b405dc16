import type { CardAddress } from '../../src/core/contracts/panel/card-address';
import type { CallItem, CardPage } from '../../src/core/contracts/panel/state';
import { Button, Icon } from '../base/buttons';
import { t } from '../l10n/l10n';
import { usePage } from '../state/page-context';
import { isRefused } from '../text/endings';
import { cutLine, formatBytes } from '../text/format';

const maxTitle = 200;

/** What a call asked, also if no one was asked about it; an approval shows all of that itself. */
export function WebLines({ item }: { readonly item: CallItem }) {
  const { addresses = [], approval, ending, page } = item;
  if (approval !== undefined) return null;
  const warnings = isRefused(ending) ? [] : addresses.flatMap(({ warning = [] }) => warning);
  return (
    <>
      {page ? (
        <PageLine page={page} origin={addresses[0]?.origin} />
      ) : (
        addresses.map((address) => <AddressLine key={address.url} address={address} />)
      )}
      {warnings.map((warning) => (
        <div class="card-note warning" key={warning}>
          <Icon name="warning" />
          <span>{warning}</span>
        </div>
      ))}
    </>
  );
}

/** Before the answer, and if there was none: the host, and where the chat met the address. */
function AddressLine({ address }: { readonly address: CardAddress }) {
  const { host, origin, url } = address;
  return (
    <div class="card-note page-line" title={url}>
      <Icon name="globe" />
      <span>
        <bdi dir="ltr">{host}</bdi> · {origin}
      </span>
    </div>
  );
}

interface PageParts {
  readonly page: CardPage;
  /** Where the chat met the address that was asked. */
  readonly origin: string | undefined;
}

/** Which page a call read: title, host, size, and what the model did not get of it. */
function PageLine({ page, origin }: PageParts) {
  const { bytes, host, status, title } = page;
  const facts = [
    ...(origin === undefined ? [] : [origin]),
    ...(status === undefined || status < 400 ? [] : [t('page.status', { status })]),
    ...(bytes === undefined ? [] : [formatBytes(bytes)]),
    ...cutTexts(page),
  ];
  return (
    <div class="card-note page-line" title={page.url}>
      <Icon name="globe" />
      <span>
        {title !== undefined && (
          <>
            <bdi class="page-title">{cutLine(title, maxTitle)}</bdi>
            {' · '}
          </>
        )}
        <bdi dir="ltr">{host}</bdi>
        {facts.map((fact) => ` · ${fact}`).join('')}
      </span>
    </div>
  );
}

/** What is missing of the page or was changed, as sentences. */
export function cutTexts({
  cut,
  removed,
  undecoded: type,
  unknownCharset,
}: Pick<CardPage, 'cut' | 'removed' | 'undecoded' | 'unknownCharset'>): readonly string[] {
  const { bytes, characters } = cut ?? {};
  return [
    ...(type === undefined ? [] : [t('page.undecoded', { type })]),
    ...(bytes === undefined ? [] : [t('page.cutBytes', { size: formatBytes(bytes) })]),
    ...(characters === undefined ? [] : [t('page.cutCharacters', { count: characters })]),
    ...(removed === undefined ? [] : [t('page.removed', { count: removed })]),
    ...(unknownCharset === undefined ? [] : [t('page.charset', { name: unknownCharset })]),
  ];
}

/** The host asks before it opens anything. */
export function OpenPageButton({ page }: { readonly page: CardPage }) {
  const { post } = usePage();
  return (
    <Button
      text={t('page.open')}
      icon="link-external"
      small
      title={page.url}
      onClick={() => post({ type: 'openLink', url: page.url })}
    />
  );
}
