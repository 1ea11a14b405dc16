import type { CardAlways, CardOffer } from '../../src/core/contracts/panel/state';
import { Icon } from '../base/buttons';
import { InlineCode } from '../base/inline-text';
import { t } from '../l10n/l10n';
import { useMenu } from '../base/focus';

/** The button "Always allow" with its menu. It is part of the card, so it covers nothing. */
export function AlwaysMenu(props: {
  readonly always: CardAlways;
  readonly subject: string;
  readonly isOff: boolean;
  readonly take: (offer: CardOffer) => void;
}) {
  const { always, take } = props;
  const { isOpen, container, close, onKeyDown, toggle } = useMenu();
  const rules = [...new Set(always.offers.map(({ rule }) => rule))];
  return (
    <div class="always" ref={container} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={t('always.allowCall', { subject: props.subject })}
        disabled={props.isOff}
        onClick={toggle}
      >
        <span class="label">{t('always.allow')}</span>
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <div class="always-menu" role="menu" aria-label={t('always.allow')}>
          {rules.map((rule) => (
            <RuleGroup
              key={rule}
              rule={rule}
              offers={always.offers.filter((offer) => offer.rule === rule)}
              take={(offer) => {
                close();
                take(offer);
              }}
            />
          ))}
          {always.notes.map((note) => (
            <div class="always-note" key={note} role="menuitem" tabIndex={-1} aria-disabled="true">
              <Icon name="info" />
              <span>
                <InlineCode text={note} />
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** A rule is confirmed in a native dialog; exactly this call needs none (decision 66). */
function RuleGroup(props: {
  readonly rule: string;
  readonly offers: readonly CardOffer[];
  readonly take: (offer: CardOffer) => void;
}) {
  const { rule, offers, take } = props;
  return (
    <div role="group" aria-label={t('always.rule', { rule })}>
      {offers.some(({ scope }) => scope !== 'change') && (
        <code class="always-rule" dir="ltr">
          {rule}
        </code>
      )}
      {offers.map((offer) => (
        <button
          type="button"
          class="menu-entry"
          role="menuitem"
          tabIndex={-1}
          key={offer.offerId}
          onClick={() => take(offer)}
        >
          {t(`always.${offer.scope}`)}
        </button>
      ))}
    </div>
  );
}
