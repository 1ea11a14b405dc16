import * as vscode from 'vscode';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import { judgePublicUrl } from '../../adapters/web/public-url';
import { say } from '../../core/base/sentence';
import { fail, failure } from '../../core/contracts/failure';
import type { Question } from '../../core/mcp/question';
import type { Disposable } from '../../core/ports/system';
import { answerQuestion } from '../mcp/answer-question';
import {
  ServerQuestions,
  type AnsweredQuestion,
  type QuestionViews,
} from '../mcp/server-questions';
import type { RecordUserEvent } from '../panel/cards/user-events';
import { withQuestionDialogs } from '../views/mcp/question-dialogs';
import { t } from '../window/language';
import { neutralToastText } from '../window/neutral-text';
import { notify } from '../window/notify';
import type { Base } from './base';

export interface Questions extends Disposable {
  readonly questions: ServerQuestions;
  readonly setRecord: (record: RecordUserEvent) => void;
}

/** Questions of MCP servers: a notification and the status bar point to them, as to approvals. */
export function composeQuestions({ settings, approvals, log }: Base): Questions {
  let record: RecordUserEvent | undefined;
  const questions = new ServerQuestions({
    system: { clock: systemClock, ids: systemIds },
    timeoutMs: () => settings.get('approval.timeout') * 1000,
    refuseUrl: (url) => {
      // Decision 65: what a server hands out never leads to this machine or a private network.
      const judged = judgePublicUrl(url, () => true);
      return judged.ok ? undefined : judged.refusal.reason;
    },
    views: questionViews,
    record: async (answered) => {
      const written = await record?.(...eventOf(answered));
      if (written?.ok === false) {
        log.warn(`The answer to an MCP server is not in the audit log: ${written.failure.message}`);
      }
      return written ?? fail(failure('execution', say`the log failed unexpectedly.`));
    },
    report: log.report,
  });
  approvals.setQuestions(() => questions.showNext());
  const item = statusItem(questions);
  return {
    questions,
    setRecord: (given) => {
      record = given;
    },
    dispose: () => {
      questions.dispose();
      item.dispose();
    },
  };
}

const questionViews: QuestionViews = {
  announce: async ({ call }) => {
    const [answer, decline] = [t('Answer…'), t('Decline')];
    const text = t('Gatehouse: the MCP server {0} asks you something.', call.server);
    const shown = neutralToastText(text);
    const chosen = await vscode.window.showInformationMessage(shown, answer, decline);
    return chosen === answer ? 'answer' : chosen === decline ? 'decline' : undefined;
  },
  show: (item, signal) => withQuestionDialogs(signal, (dialogs) => answerQuestion(item, dialogs)),
  open: async (url) => vscode.env.openExternal(vscode.Uri.parse(url, true)),
  informOver: () => notify(t('this question no longer needs an answer.')),
};

/** What is recorded: names of fields and the host of an address, no value. */
function eventOf(answered: AnsweredQuestion): Parameters<RecordUserEvent> {
  const { call, question, action, byUser, fields } = answered;
  const { server, tool, toolCallId, sessionId } = call;
  const args = { answer: action, ...askedFor(question), ...(fields.length > 0 && { fields }) };
  return [{ toolCallId, tool, args }, { type: 'answer', server, action, byUser }, sessionId];
}

function askedFor(question: Question | undefined) {
  if (question === undefined) return { question: 'refused' };
  if (question.kind === 'url') return { question: 'url', host: question.host };
  return { question: 'form' };
}

/** Shown while a question waits. */
function statusItem(questions: ServerQuestions): Disposable {
  const id = 'gatehouse.questions';
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, 50);
  item.name = t('Gatehouse questions of MCP servers');
  item.command = 'gatehouse.showPending';
  item.text = '$(question) MCP';
  item.tooltip = t('An MCP server asks you something. Click to answer.');
  const watching = questions.onDidChange(() => {
    if (questions.list().length > 0) item.show();
    else item.hide();
  });
  return vscode.Disposable.from(item, watching);
}
