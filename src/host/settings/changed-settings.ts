import { redactText } from '../../core/base/redact/redact';
import { cutMarked } from '../../core/base/text-lines';
import type { Disposable } from '../../core/ports/system';

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
  readonly before?: string;
  readonly after?: string;
}

export interface ChangedSettingsDeps {
  /** The values that are set now, by the user or a workspace. */
  readonly read: () => readonly PlacedValue[];
  readonly onDidChange: (listener: () => void) => Disposable;
}

/** More changes than users make before they send a message. */
const maxKept = 200;
const maxValue = 2000;

/**
 * Finds which `gatehouse.*` settings were changed, for the audit log. Keeps the changes until they
 * are taken, because the log is opened later than VS Code.
 */
export class ChangedSettings implements Disposable {
  private readonly kept: ChangedSetting[] = [];
  private readonly watching: Disposable;
  private known: ReadonlyMap<string, PlacedText>;
  private take: ((changed: ChangedSetting) => void) | undefined;

  constructor(deps: ChangedSettingsDeps) {
    this.known = textsOf(deps.read());
    this.watching = deps.onDidChange(() => {
      const now = textsOf(deps.read());
      for (const changed of changesBetween(this.known, now)) this.report(changed);
      this.known = now;
    });
  }

  /** Takes the changes so far, and each that follows. */
  follow(take: (changed: ChangedSetting) => void): Disposable {
    this.take = take;
    for (const changed of this.kept.splice(0)) take(changed);
    return { dispose: () => (this.take = undefined) };
  }

  dispose(): void {
    this.watching.dispose();
  }

  private report(changed: ChangedSetting): void {
    if (this.take !== undefined) this.take(changed);
    else if (this.kept.length < maxKept) this.kept.push(changed);
  }
}

interface PlacedText extends Omit<PlacedValue, 'value'> {
  readonly text: string;
}

function textsOf(values: readonly PlacedValue[]): ReadonlyMap<string, PlacedText> {
  return new Map(
    values.flatMap(({ name, scope, value }) =>
      value === undefined
        ? []
        : [[`${scope}\n${name}`, { name, scope, text: JSON.stringify(value) }] as const],
    ),
  );
}

function changesBetween(
  before: ReadonlyMap<string, PlacedText>,
  after: ReadonlyMap<string, PlacedText>,
): readonly ChangedSetting[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, fresh] = [before.get(key), after.get(key)];
    const place = fresh ?? old;
    if (place === undefined || old?.text === fresh?.text) return [];
    const { name, scope } = place;
    return [
      {
        ...{ name, scope },
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
