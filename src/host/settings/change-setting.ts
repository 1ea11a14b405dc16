import { say } from '../../core/base/sentence';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { SettingKey, SettingValue } from '../../core/contracts/settings/settings';
import type { ValueIssue } from './value-checks';
import { schemaIssue, type SettingValues } from './read-settings';
import { t } from '../window/language';

export interface SettingChanges {
  /**
   * Writes to the user settings what `next` makes of the value in force; `undefined` removes the
   * key, and the same value changes nothing. One change after the other, so that none is lost.
   * Answers a failure, and writes nothing, when the value there cannot be read, when `next` fails
   * or makes one that could not be read, or when VS Code cannot write. Never rejects.
   */
  change<K extends SettingKey>(key: K, next: NextValue<K>): Promise<Result<void>>;
}

export type NextValue<K extends SettingKey> = (
  value: SettingValue<K>,
) => Result<SettingValue<K> | undefined>;

export interface ChangeDeps extends SettingValues {
  write<K extends SettingKey>(key: K, value: SettingValue<K> | undefined): PromiseLike<void>;
}

export function createSettingChanges(deps: ChangeDeps): SettingChanges {
  let last: Promise<unknown> = Promise.resolve();

  async function apply<K extends SettingKey>(key: K, next: NextValue<K>): Promise<Result<void>> {
    if (deps.problems().some((problem) => problem.key === key)) return fail(unreadable(key));
    const value = deps.get(key);
    const changed = next(value);
    if (!changed.ok) return changed;
    if (changed.value === value) return succeed(undefined);
    const fault = changed.value === undefined ? undefined : schemaIssue(key, changed.value);
    if (fault !== undefined) return fail(outOfBounds(key, fault));
    try {
      await deps.write(key, changed.value);
    } catch (error) {
      return fail(notWritten(key, error));
    }
    return succeed(undefined);
  }

  return {
    change(key, next) {
      const done = last.then(() => apply(key, next));
      last = done;
      return done;
    },
  };
}

function unreadable(key: SettingKey) {
  return failure('validation', t('Your setting gatehouse.{0} cannot be read.', key), {
    suggestion: say`Correct it in the settings first; it was not overwritten.`,
  });
}

/** If written, the whole value would be rejected. */
function outOfBounds(key: SettingKey, { message }: ValueIssue) {
  return failure(
    'validation',
    t('Your setting gatehouse.{0} cannot store this: {1}.', key, message),
    {
      suggestion: say`Remove some entries, or allow the call once; nothing was written.`,
    },
  );
}

function notWritten(key: SettingKey, error: unknown) {
  const reason = error instanceof Error ? error.message : t('unknown reason');
  return failure(
    'execution',
    t('Your setting gatehouse.{0} could not be written: {1}.', key, reason),
    {
      suggestion: say`Check that your settings file can be saved, then try again.`,
    },
  );
}
