import { redactText } from '../../core/base/redact/redact';
import { cutMarked } from '../../core/base/text-lines';
import type { Clock, Disposable } from '../../core/ports/system';
import type { SeenSettings, SettingChange } from './seen-settings';

/** A value of a setting, where it is set. */
export interface PlacedValue {
  /** `gatehouse.permissions` */
  readonly name: string;
  /** `user`, `workspace`, or `folder` with its name. */
  readonly scope: string;
  readonly value: unknown;
}

/** A setting that was changed; its values as JSON, redacted, absent where it was not set. */
export interface ChangedSetting {
  readonly name: string;
  readonly scope: string;
  readonly change: SettingChange;
  readonly before?: string;
  readonly after?: string;
  /** While no window of VS Code recorded it: the value before it is not known. */
  readonly unseen?: true;
}

export interface ChangedSettingsDeps {
  /** The values that are set now, by the user or a workspace. */
  readonly read: () => readonly PlacedValue[];
  readonly onDidChange: (listener: () => void) => Disposable;
  /** The values that the audit log knows. */
  readonly seen: SeenSettings;
  readonly clock: Pick<Clock, 'after'>;
}

/** More changes than users make before they send a message. */
const maxKept = 200;
const maxValue = 2000;
/** To look at every setting takes time that the start of a window does not have; milliseconds. */
const firstLookMs = 1000;

/**
 * Finds which `gatehouse.*` settings were changed, for the audit log. Keeps the changes until they
 * are taken, because the log is opened later than VS Code; what was changed while VS Code was closed
 * is found then, by digests of the values of before.
 */
export class ChangedSettings implements Disposable {
  private readonly kept: ChangedSetting[] = [];
  private readonly watching: readonly Disposable[];
  /** Undefined until the first look, after the start of the window. */
  private known: PlacedTexts | undefined;
  /** Those of the first look, until they are compared with what the log knows. */
  private first: PlacedTexts | undefined;
  private take: ((changed: ChangedSetting) => void) | undefined;

  constructor(private readonly deps: ChangedSettingsDeps) {
    this.watching = [
      deps.clock.after(firstLookMs, () => void this.look()),
      deps.onDidChange(() => this.compare()),
    ];
  }

  /** Takes the changes so far, and each that follows. */
  follow(take: (changed: ChangedSetting) => void): Disposable {
    const known = this.look();
    this.take = take;
    const { first = known } = this;
    this.first = undefined;
    for (const changed of this.unseenIn(first)) take(changed);
    for (const changed of this.kept.splice(0)) take(changed);
    this.deps.seen.set(textByKey(known));
    return { dispose: () => (this.take = undefined) };
  }

  dispose(): void {
    for (const each of this.watching) each.dispose();
  }

  private look(): PlacedTexts {
    if (this.known !== undefined) return this.known;
    this.known = textsOf(this.deps.read());
    this.first = this.known;
    return this.known;
  }

  private compare(): void {
    const { known } = this;
    if (known === undefined) {
      this.look();
      return;
    }
    const now = textsOf(this.deps.read());
    for (const changed of changesBetween(known, now)) this.report(changed);
    this.known = now;
    if (this.take !== undefined) this.deps.seen.set(textByKey(now));
  }

  private unseenIn(first: PlacedTexts): readonly ChangedSetting[] {
    return this.deps.seen.changes(textByKey(first)).map(({ key, change }) => {
      const [scope = '', name = ''] = key.split('\n');
      const text = first.get(key)?.text;
      const after = text === undefined ? {} : { after: shown(text) };
      return { name, scope, change, ...after, unseen: true };
    });
  }

  private report(changed: ChangedSetting): void {
    if (this.take !== undefined) this.take(changed);
    else if (this.kept.length < maxKept) this.kept.push(changed);
  }
}

interface PlacedText extends Omit<PlacedValue, 'value'> {
  readonly text: string;
}

/** By scope and name. */
type PlacedTexts = ReadonlyMap<string, PlacedText>;

function textsOf(values: readonly PlacedValue[]): PlacedTexts {
  return new Map(
    values.flatMap(({ name, scope, value }) =>
      value === undefined
        ? []
        : [[`${scope}\n${name}`, { name, scope, text: JSON.stringify(value) }] as const],
    ),
  );
}

function textByKey(texts: PlacedTexts): ReadonlyMap<string, string> {
  return new Map([...texts].map(([key, { text }]) => [key, text]));
}

function changesBetween(before: PlacedTexts, after: PlacedTexts): readonly ChangedSetting[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, fresh] = [before.get(key), after.get(key)];
    const place = fresh ?? old;
    if (place === undefined || old?.text === fresh?.text) return [];
    const { name, scope } = place;
    const change = fresh === undefined ? 'removed' : old === undefined ? 'set' : 'changed';
    return [
      {
        ...{ name, scope, change },
        ...(old && { before: shown(old.text) }),
        ...(fresh && { after: shown(fresh.text) }),
      },
    ];
  });
}

/** The whole is redacted before the cut: half of a credential has no shape. */
function shown(json: string): string {
  return cutMarked(redactText(json).text, maxValue);
}
