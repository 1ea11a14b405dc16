import assert from 'node:assert/strict';
import { ExistingFiles } from '../../../../webview/state/existing-files';

function world() {
  const asked: (readonly string[])[] = [];
  const clock = { now: 0 };
  const files = new ExistingFiles(
    (names) => asked.push(names),
    () => clock.now,
  );
  const answers: string[][] = [];
  const find = (...names: string[]) => files.find(names, (found) => answers.push([...found]));
  return { files, asked, clock, answers, find };
}

const drawn = () => Promise.resolve();

describe('files that texts name', () => {
  it('are looked up together, and once', async () => {
    const { files, asked, answers, find } = world();
    find('a.js', 'b.js');
    find('b.js', 'c.js');
    await drawn();
    assert.deepEqual(asked, [['a.js', 'b.js', 'c.js']]);
    files.receive(['a.js', 'c.js']);
    assert.deepEqual(answers, [['a.js'], ['c.js']]);
    find('a.js', 'b.js');
    await drawn();
    assert.deepEqual(answers.at(-1), ['a.js']);
    assert.equal(asked.length, 1);
  });

  it('that are missing are looked for again later: they may be created', async () => {
    const { files, asked, clock, answers, find } = world();
    find('a.js', 'new.js');
    await drawn();
    files.receive(['a.js']);
    clock.now = 10_000;
    find('a.js', 'new.js');
    await drawn();
    assert.deepEqual(asked.at(-1), ['new.js']);
    files.receive(['new.js']);
    assert.deepEqual(answers.at(-1), ['a.js', 'new.js']);
  });

  it('keep the host busy with at most 200 at once and 1,000 in all', async () => {
    const { files, asked, answers, find } = world();
    for (let text = 0; text < 50; text += 1) {
      find(...Array.from({ length: 200 }, (_, at) => `t${text}/${at}.js`));
    }
    await drawn();
    assert.equal(asked.length, 1, 'one request at a time');
    for (let turn = 0; turn < 10; turn += 1) {
      files.receive([]);
      await drawn();
    }
    assert.deepEqual(
      asked.map((names) => names.length),
      [200, 200, 200, 200, 200],
    );
    assert.equal(answers.length, 5);
    find('later.js');
    await drawn();
    assert.deepEqual(asked.at(-1), ['later.js']);
  });

  it('are looked for again after a lost message', async () => {
    const { files, asked, answers, find } = world();
    find('a.js');
    await drawn();
    files.restart();
    await drawn();
    assert.deepEqual(asked, [['a.js'], ['a.js']]);
    files.receive(['a.js']);
    assert.deepEqual(answers, [['a.js']]);
  });
});
