import assert from 'node:assert/strict';
import type { CallItem, PanelChange } from '../../../../../src/core/contracts/panel/state';
import { ChatDirectory } from '../../../../../src/host/panel/chat/chat-directory';
import { ChatList } from '../../../../../src/host/panel/chat/chat-list';
import type { ChatTab } from '../../../../../src/host/panel/chat/chat-tab';
import {
  commandRequests,
  type InputAnswer,
  type InputQuestion,
} from '../../../../../src/host/panel/cards/command-requests';
import { failure, fail, succeed } from '../../../../../src/core/contracts/failure';
import type { CommandQuestion } from '../../../../../src/host/terminals/command-question';
import { createFakeChatDeps } from '../../../fakes/chat-deps';
import { createBackgroundChat } from '../../../core/tools/background-chat';

/** A panel whose one chat has run commands; `call-1` is the card of the first. */
async function createPanel(answer: () => Promise<InputAnswer> = () => Promise.resolve(undefined)) {
  const commands = createBackgroundChat();
  const { clock, background, startIn } = commands;
  const changes: PanelChange[] = [];
  const told: string[] = [];
  const revealed: string[] = [];
  const questions: InputQuestion[] = [];
  const signals: AbortSignal[] = [];
  const { deps } = createFakeChatDeps();
  const directory = new ChatDirectory<ChatTab>(deps.reports.warn);
  const asked: { current: CommandQuestion } = { current: { isSecret: false } };
  const questionOf = () => asked.current;
  const chats = new ChatList(directory, { ...deps, clock, background, questionOf });
  const audit = { entries: new Array<unknown>(), fails: false };
  chats.connect({
    change: (more) => void changes.push(...more),
    reset: () => undefined,
    commandsChanged: () => undefined,
  });
  const sessionId = await chats.active.session();
  const start = (command = 'npm start') => startIn(sessionId, command);
  const actions = commandRequests({
    chats,
    background,
    handleOf: (terminalId) => {
      const handle = handles.find((each) => each.terminalId === terminalId);
      return handle && { ...handle, question: () => asked.current };
    },
    recordUserEvent: (call, event, session) => {
      audit.entries.push([call.toolCallId, event, session]);
      return Promise.resolve(
        audit.fails ? fail(failure('execution', 'disk full')) : succeed(undefined),
      );
    },
    revealTerminal: (terminalId) => void revealed.push(terminalId),
    askInput: (question, signal) => {
      questions.push(question);
      signals.push(signal);
      return answer();
    },
    notify: (message) => void told.push(message),
  });
  const handles: Awaited<ReturnType<typeof start>>['running'][] = [];
  const update = (more: object): void => {
    directory.sessionUpdate({
      sessionId,
      update: { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', ...more },
    });
  };
  const card = (): CallItem => {
    const item = chats.active.transcript.card('call-1')?.item;
    assert.ok(item);
    return item;
  };
  return {
    ...{ chats, actions, changes, told, revealed, questions, signals, sessionId, asked, audit },
    ...{ clock, background, update, card },
    start: async (command?: string) => {
      const started = await start(command);
      handles.push(started.running);
      return started;
    },
  };
}

const answered = {
  status: 'completed' as const,
  _meta: { gatehouse: { background: 'bg1', exitCode: -1, durationMs: 1000 } },
};

describe('the bar of commands in the background', () => {
  it('lists what runs in the active chat, and follows every change', async () => {
    const { chats, start, changes, clock, asked } = await createPanel();
    const { running, exit } = await start('npm start');
    assert.deepEqual(chats.state().background, [
      {
        ...{ commandId: 'bg1', itemId: 'call-1', title: 'npm start' },
        ...{ startedAt: clock.now(), waitsForInput: false },
      },
    ]);
    asked.current = { question: 'Port?', isSecret: false };
    running.waitForInput(true);
    const { waitsForInput, input } = chats.state().background[0] ?? {};
    assert.deepEqual([waitsForInput, input], [true, { question: 'Port?' }]);
    await exit(0);
    const last = changes.at(-1);
    assert.deepEqual(last?.op === 'state' && last.state.background, []);
  });

  it('shows a command on one line, without credentials and with nothing hidden in it', async () => {
    const { chats, start } = await createPanel();
    await start(`echo \u202Eevil ghp_${'a1B2'.repeat(9)}\nrm x`);
    const title = chats.state().background[0]?.title ?? '';
    assert.equal(title.includes('ghp_') || title.includes('\n') || title.includes('\u202E'), false);
  });

  it('of another chat is its own', async () => {
    const { chats, start } = await createPanel();
    await start();
    chats.active.addToDraft('not empty');
    chats.create();
    assert.deepEqual(chats.state().background, []);
  });
});

describe('the card of a command in the background', () => {
  it('says that it runs on, and then how it really ended', async () => {
    const { update, card, start, clock } = await createPanel();
    const { exit } = await start();
    update(answered);
    assert.deepEqual([card().background, card().ranInBackground], ['bg1', undefined]);
    clock.advance(61_000);
    await exit(1);
    const { background, ranInBackground, exitCode, durationMs, status } = card();
    assert.deepEqual(
      [background, ranInBackground, exitCode, durationMs, status],
      [undefined, true, 1, 61_000, 'failed'],
    );
  });

  it('reports the end even if it is known before the answer arrives', async () => {
    const { update, card, start } = await createPanel();
    const { exit } = await start();
    await exit(0);
    update(answered);
    assert.deepEqual(
      [card().background, card().exitCode, card().status],
      [undefined, 0, 'completed'],
    );
  });

  it('says that it waits for input, and stops saying so', async () => {
    const { update, card, start } = await createPanel();
    const { running } = await start();
    update(answered);
    running.waitForInput(true);
    assert.equal(card().waitsForInput, true);
    running.waitForInput(false);
    assert.equal(card().waitsForInput, undefined);
  });

  it('that was stopped is cancelled', async () => {
    const { update, card, start, background, sessionId } = await createPanel();
    await start();
    update(answered);
    await background.list(sessionId)[0]?.stop('person');
    assert.equal(card().status, 'cancelled');
  });
});

describe('the card of a command that is waited for', () => {
  it('says that it waits for input until it continues or ends', async () => {
    const { update, card } = await createPanel();
    const waits = (waitsForInput: boolean) => ({ _meta: { gatehouse: { waitsForInput } } });
    update({ status: 'in_progress' });
    update(waits(true));
    assert.equal(card().waitsForInput, true);
    update(waits(false));
    assert.equal(card().waitsForInput, undefined);
    update(waits(true));
    update({ status: 'completed' });
    assert.equal(card().waitsForInput, undefined);
  });

  it('shows its last line and its question while it waits', async () => {
    const { update, card, asked } = await createPanel();
    const waits = (waitsForInput: boolean) => ({ _meta: { gatehouse: { waitsForInput } } });
    update({ status: 'in_progress', content: [{ type: 'terminal', terminalId: 'terminal-1' }] });
    assert.equal(card().input, undefined);
    asked.current = { line: 'Found 3 files.', question: 'Delete them?', isSecret: false };
    update(waits(true));
    assert.deepEqual(card().input, { line: 'Found 3 files.', question: 'Delete them?' });
    update(waits(false));
    assert.equal(card().input, undefined);
    asked.current = { question: 'Password:', isSecret: true };
    update(waits(true));
    assert.deepEqual(card().input, { question: 'Password:' });
    update({ status: 'completed' });
    assert.equal(card().input, undefined);
  });

  it('shows what was rolled back', async () => {
    const { update, card } = await createPanel();
    update({ _meta: { gatehouse: { rollback: { restored: ['a', 'b'], removed: [] } } } });
    assert.deepEqual(card().rollback, { restored: 2, removed: 0 });
  });

  it('reads what it does not know, or what is malformed, as nothing', async () => {
    const { update, card } = await createPanel();
    const parts = [
      { text: 'ls\u202E', verdict: 'ask', reason: 'r', hazards: ['h'], more: 1 },
      { text: 'x', verdict: 'maybe', reason: '', hazards: [] },
      'nonsense',
    ];
    const trace = [{ slot: 's', gate: 'g', verdict: 'ask', reason: 'r', parts }];
    const decision = {
      verdict: 'allow',
      approvedBy: 'user',
      trace,
      policyVersion: 1,
      trust: 'trusted',
    };
    const bad = { background: 7, waitsForInput: 'yes', rollback: { restored: 1 } };
    update({ status: 'completed', _meta: { gatehouse: { ...bad, decision } } });
    const { background, waitsForInput, rollback } = card();
    assert.deepEqual([background, waitsForInput, rollback], [undefined, undefined, undefined]);
    assert.deepEqual(card().decision?.trace[0]?.parts, [
      { text: 'ls\\u202e', verdict: 'ask', reason: 'r', hazards: ['h'] },
    ]);
  });
});

describe('the buttons of running commands', () => {
  it('show the terminal of a command, and stop it', async () => {
    const { actions, start, revealed, background, sessionId } = await createPanel();
    await start();
    actions.showBackground({ type: 'showBackground', commandId: 'bg1' });
    assert.deepEqual(revealed, ['terminal-1']);
    await actions.stopBackground({ type: 'stopBackground', commandId: 'bg1' });
    assert.equal(background.list(sessionId)[0]?.end()?.stopped, 'person');
  });

  it('say so when there is no such command in this chat', async () => {
    const { actions, told } = await createPanel();
    actions.showBackground({ type: 'showBackground', commandId: 'bg1' });
    await actions.stopBackground({ type: 'stopBackground', commandId: 'bg1' });
    await actions.giveInput({ type: 'giveInput', itemId: 'call-1' });
    assert.equal(told.length, 3);
  });

  const withTerminal = { content: [{ type: 'terminal', terminalId: 'terminal-1' }] };

  it('send the line of the user to the command, and nowhere else', async () => {
    const panel = await createPanel(() => Promise.resolve({ line: 'hunter2' }));
    const { running } = await panel.start('sudo -S ls');
    panel.asked.current = { line: 'hello', question: '[sudo] Password for you:', isSecret: true };
    panel.update(withTerminal);
    await panel.actions.giveInput({ type: 'giveInput', itemId: 'call-1' });
    assert.deepEqual(running.typed, ['hunter2\n']);
    const { changes, told, audit, questions, sessionId } = panel;
    assert.equal(JSON.stringify([changes, told, audit]).includes('hunter2'), false);
    const [question] = questions;
    assert.deepEqual([question?.prompt, question?.secret], ['[sudo] Password for you:', true]);
    assert.deepEqual(audit.entries, [['call-1', { type: 'input', length: 7 }, sessionId]]);
  });

  it('end the input or leave it open, as the user chose; an empty line is an answer', async () => {
    const answers: InputAnswer[] = [{ line: '' }, 'end', undefined];
    const panel = await createPanel(() => Promise.resolve(answers.shift()));
    const { running } = await panel.start('cat');
    panel.asked.current = { line: 'Type your name', isSecret: false };
    panel.update(withTerminal);
    for (let count = 0; count < 3; count += 1) {
      await panel.actions.giveInput({ type: 'giveInput', itemId: 'call-1' });
    }
    assert.deepEqual(running.typed, ['\n', '<end>']);
    assert.deepEqual(
      [panel.questions[0]?.prompt, panel.questions[0]?.secret],
      ['Type your name', false],
    );
    assert.equal(panel.audit.entries.length, 2);
  });

  it('send nothing that the audit log cannot record', async () => {
    const panel = await createPanel(() => Promise.resolve({ line: 'yes' }));
    const { running } = await panel.start('cat');
    panel.update(withTerminal);
    panel.audit.fails = true;
    await panel.actions.giveInput({ type: 'giveInput', itemId: 'call-1' });
    assert.deepEqual(running.typed, []);
    assert.match(panel.told[0] ?? '', /not sent.*disk full/);
  });

  it('send nothing to a command that asks something else by then', async () => {
    const panel = await createPanel(() => {
      panel.asked.current = { question: 'User name:', isSecret: false };
      return Promise.resolve({ line: 'hunter2' });
    });
    const { running } = await panel.start('login');
    panel.asked.current = { question: 'Password:', isSecret: true };
    panel.update(withTerminal);
    await panel.actions.giveInput({ type: 'giveInput', itemId: 'call-1' });
    assert.deepEqual([running.typed, panel.audit.entries], [[], []]);
    assert.match(panel.told[0] ?? '', /asks something else/);
  });

  it('close the question when the command ends meanwhile', async () => {
    let close = (): void => undefined;
    const panel = await createPanel(
      () =>
        new Promise(
          (settle) =>
            (close = () => {
              settle(undefined);
            }),
        ),
    );
    const { exit } = await panel.start();
    panel.update(withTerminal);
    const asked = panel.actions.giveInput({ type: 'giveInput', itemId: 'call-1' });
    const [signal] = panel.signals;
    assert.ok(signal);
    const before = signal.aborted;
    await exit(0);
    assert.deepEqual([before, signal.aborted], [false, true]);
    close();
    await asked;
  });
});
