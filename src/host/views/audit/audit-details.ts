import { escapeControlInline } from '../../../core/base/escape-control';
import type { SealedEntry } from '../../../core/contracts/audit';
import { auditFields, verdictIcon, type AuditField, type AuditFieldGroup } from './audit-fields';
import { html, icon, type Html } from './html';

/** Everything that an entry records. */
export function auditDetails(entry: SealedEntry): Html {
  return html`<div class="groups">${auditFields(entry).map(group)}</div>
    ${gates(entry)}`;
}

function group({ title, fields }: AuditFieldGroup): Html {
  return html`<section class="group">
    <h2>${title}</h2>
    <dl>${fields.map(field)}</dl>
  </section>`;
}

function field({ name, text }: AuditField): Html {
  return text === undefined
    ? html`<div>
        <dt>${name}</dt>
        <dd class="none" aria-label="not recorded">—</dd>
      </div>`
    : html`<div>
        <dt>${name}</dt>
        <dd>${text}</dd>
      </div>`;
}

function gates(entry: SealedEntry): Html {
  if (entry.gates.length === 0) {
    return html`<section class="gates">
      <h2>Gates</h2>
      <p>None was reached.</p>
    </section>`;
  }
  return html`<section class="gates">
    <h2>Gates</h2>
    <ol>
      ${entry.gates.map(gateLine)}
    </ol>
  </section>`;
}

function gateLine({ slot, gate, verdict, reason }: SealedEntry['gates'][number]): Html {
  const name = gate === undefined || gate === slot ? slot : `${slot} (${gate})`;
  return html`<li>
    ${icon(verdictIcon(verdict))}
    <b>${escapeControlInline(verdict)}</b> ${escapeControlInline(name)}:
    ${escapeControlInline(reason)}
  </li>`;
}
