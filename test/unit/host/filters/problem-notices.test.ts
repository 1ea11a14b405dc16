import assert from 'node:assert/strict';
import { createProblemNotices } from '../../../../src/host/filters/problem-notices';
import type { FilterProblem } from '../../../../src/host/filters/rule-file-locations';

function problem(text: string): FilterProblem {
  return { file: '/g/filters.toml', line: 3, text };
}

function world(click?: string) {
  const shown: (readonly string[])[] = [];
  const done: unknown[] = [];
  const logged: string[] = [];
  const notify = createProblemNotices({
    log: { warn: (message) => logged.push(message), report: (error) => done.push(error) },
    window: {
      warn: (...texts) => {
        shown.push(texts);
        return Promise.resolve(click);
      },
      showAt: (...at) => Promise.resolve(void done.push(at)),
      showLog: () => Promise.resolve(void done.push('log')),
    },
  });
  return { notify, shown, done, logged };
}

describe('problems of rules', () => {
  it('are reported once: in the log, and in one notification that opens the file', () => {
    const { notify, shown, logged } = world();
    notify([problem('one.')]);
    notify([problem('one.')]);
    assert.deepEqual(shown, [['Gatehouse output filters: one.', 'Open File']]);
    assert.deepEqual(logged, ['Output filters: one.']);
  });

  it('several are one notification, and all in the log', () => {
    const { notify, shown, logged } = world();
    notify([problem('one.'), problem('two.'), problem('three.')]);
    assert.deepEqual(shown, [
      ['Gatehouse output filters: one. And 2 more problems.', 'Open File', 'Show Output Log'],
    ]);
    assert.equal(logged.length, 3);
  });

  it('are reported again when they come back', () => {
    const { notify, shown } = world();
    notify([problem('one.')]);
    notify([]);
    notify([problem('one.')]);
    assert.equal(shown.length, 2);
  });

  it('the buttons lead to the line, or to the log', async () => {
    const file = world('Open File');
    file.notify([problem('one.')]);
    await Promise.resolve();
    assert.deepEqual(file.done, [['/g/filters.toml', 3]]);
    const log = world('Show Output Log');
    log.notify([problem('one.'), problem('two.')]);
    await Promise.resolve();
    assert.deepEqual(log.done, ['log']);
  });

  it('no text of a file becomes a link', () => {
    const { notify, shown } = world();
    notify([problem('[x](command:y)\n.')]);
    assert.deepEqual(shown, [['Gatehouse output filters: [x] (command:y)\\n.', 'Open File']]);
  });
});
