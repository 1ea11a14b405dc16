import type {
  AuditForm,
  AuditToolChoice,
  AuditViewRequest,
} from '../../src/core/contracts/audit/page';
import { element } from './page';
import { isRolling, timeRange } from './time-range';

/** Typing pause before the log is searched; a running search is then cancelled. */
const typingPauseMs = 200;

const emptyForm: AuditForm = {
  text: '',
  tool: '',
  results: [],
  time: 'all',
  from: '',
  to: '',
  order: 'newest',
};

/**
 * The fields above the table: typed text is searched after a short pause, other changes at once.
 */
export class FilterForm {
  private readonly root = element('filters');
  private readonly text = control(this.root, 'text', HTMLInputElement);
  private readonly tool = control(this.root, 'tool', HTMLSelectElement);
  private readonly time = control(this.root, 'time', HTMLSelectElement);
  private readonly from = control(this.root, 'from', HTMLInputElement);
  private readonly to = control(this.root, 'to', HTMLInputElement);
  private readonly order = control(this.root, 'order', HTMLSelectElement);
  private readonly chips = [...this.root.querySelectorAll<HTMLElement>('[data-result]')];
  private current = emptyForm;
  private pause: number | undefined;

  constructor(private readonly post: (request: AuditViewRequest) => void) {
    this.root.addEventListener('submit', (event) => event.preventDefault());
    this.root.addEventListener('input', ({ target }) => this.changed(target));
    this.text.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) this.apply();
    });
    for (const chip of this.chips) {
      chip.addEventListener('click', () => {
        chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'));
        this.apply();
      });
    }
  }

  restore(form: AuditForm): void {
    this.current = form;
    this.write(form);
  }

  showTools(tools: readonly AuditToolChoice[]): void {
    const chosen = this.tool.value;
    const all = this.tool.options[0];
    const options = tools.map(({ id, label }) => new Option(label, id));
    this.tool.replaceChildren(...(all ? [all] : []), ...options);
    showChosenTool(this.tool, chosen);
  }

  /** Shows everything again; the order stays. */
  reset(): void {
    this.write({ ...emptyForm, order: this.current.order });
    this.text.focus();
    this.apply();
  }

  /** Queries again when the chosen time range has moved; false when it is unchanged. */
  renew(): boolean {
    if (!isRolling(this.current.time)) return false;
    this.ask(this.current);
    return true;
  }

  private changed(target: EventTarget | null): void {
    window.clearTimeout(this.pause);
    if (target === this.text) this.pause = window.setTimeout(() => this.apply(), typingPauseMs);
    else this.apply();
  }

  private apply(): void {
    window.clearTimeout(this.pause);
    const form = this.read();
    if (!isSame(form, this.current)) this.ask(form);
  }

  private ask(form: AuditForm): void {
    this.current = form;
    showState(this.root, form);
    this.post({ type: 'query', form, ...timeRange(form, Date.now()) });
  }

  private read(): AuditForm {
    return {
      text: this.text.value,
      tool: this.tool.value,
      results: resultsOf(this.chips),
      time: timeOf(this.time.value),
      from: this.from.value,
      to: this.to.value,
      order: this.order.value === 'oldest' ? 'oldest' : 'newest',
    };
  }

  private write(form: AuditForm): void {
    this.text.value = form.text;
    showChosenTool(this.tool, form.tool);
    this.time.value = form.time;
    this.from.value = form.from;
    this.to.value = form.to;
    this.order.value = form.order;
    const chosen: ReadonlySet<string | undefined> = new Set(form.results);
    for (const chip of this.chips) {
      chip.setAttribute('aria-pressed', String(chosen.has(chip.dataset['result'])));
    }
    showState(this.root, form);
  }
}

function isSame(one: AuditForm, other: AuditForm): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function control<T extends HTMLElement>(root: HTMLElement, name: string, kind: new () => T): T {
  const found = root.querySelector(`[name="${name}"]`);
  if (!(found instanceof kind)) throw new Error(`The page has no field "${name}".`);
  return found;
}

/** The parts of the form that depend on its values: the range fields and the reset button. */
function showState(root: HTMLElement, form: AuditForm): void {
  const range = root.querySelector<HTMLElement>('.range');
  const reset = root.querySelector<HTMLElement>('[data-action="reset"]');
  const isFiltered = !isSame(form, { ...emptyForm, order: form.order });
  if (range) range.hidden = form.time !== 'custom';
  if (reset) reset.hidden = !isFiltered;
}

function resultsOf(chips: readonly HTMLElement[]): AuditForm['results'] {
  const known = ['success', 'error', 'denied', 'skipped', 'cancelled', 'rollback'] as const;
  const pressed = new Set(
    chips
      .filter((chip) => chip.getAttribute('aria-pressed') === 'true')
      .map((chip) => chip.dataset['result']),
  );
  return known.filter((result) => pressed.has(result));
}

function timeOf(value: string): AuditForm['time'] {
  const known = ['hour', 'today', 'week', 'custom'] as const;
  return known.find((time) => time === value) ?? 'all';
}

/** A chosen tool stays visible even when the log no longer contains it. */
function showChosenTool(select: HTMLSelectElement, id: string): void {
  const isKnown = [...select.options].some(({ value }) => value === id);
  if (!isKnown) select.append(new Option(id, id));
  select.value = id;
}
