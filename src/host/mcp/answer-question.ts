import { chosenFault, typedValue } from '../../core/mcp/field-input';
import type { FormField } from '../../core/mcp/question';
import type { FieldValue, McpAnswer } from '../../core/ports/mcp';
import { shown, t } from '../window/language';
import type { ServerQuestion } from './server-questions';

/** The steps of an answer, as VS Code draws them; each settles with undefined when it is closed. */
export interface QuestionDialogs {
  /** A question with buttons in the middle of the window. */
  choose(step: {
    readonly title: string;
    readonly detail: string;
    readonly buttons: readonly string[];
  }): Promise<string | undefined>;
  type(
    step: FieldStep & {
      readonly value: string;
      /** Why the text is not accepted. */
      readonly fault: (typed: string) => string | undefined;
    },
  ): Promise<string | undefined>;
  pick(step: FieldStep & { readonly lines: readonly FieldLine[] }): Promise<FieldLine | undefined>;
  pickSome(
    step: FieldStep & { readonly lines: readonly FieldLine[] },
  ): Promise<readonly FieldLine[] | undefined>;
}

interface FieldStep {
  readonly title: string;
  readonly prompt: string;
}

export interface FieldLine {
  readonly label: string;
  /** Undefined leaves the field out. */
  readonly value: string | boolean | undefined;
  readonly isInitial: boolean;
}

/** A field that was left out has no value; `closed`: the user gave up. */
type Given = { readonly value: FieldValue | undefined } | 'closed';

const maxLines = 12;

/**
 * Asks the user what a server asks, one value after another, and once more before anything is sent.
 * Closing any step cancels the question.
 */
export async function answerQuestion(
  item: ServerQuestion,
  dialogs: QuestionDialogs,
): Promise<McpAnswer> {
  return item.question.kind === 'url'
    ? askForPage(item, item.question, dialogs)
    : askForm(item, item.question.fields, dialogs);
}

async function askForPage(
  { call, question }: ServerQuestion,
  { url, host }: { readonly url: string; readonly host: string },
  dialogs: QuestionDialogs,
): Promise<McpAnswer> {
  const [open, decline] = [t('Open'), t('Decline')];
  const chosen = await dialogs.choose({
    title: t('Open this page in your browser for the MCP server {0}?', call.server),
    detail: [t('Host: {0}', host), t('Address: {0}', url), '', saidBy(question.message)].join('\n'),
    buttons: [open, decline],
  });
  return { action: chosen === open ? 'accept' : chosen === decline ? 'decline' : 'cancel' };
}

async function askForm(
  { call, question }: ServerQuestion,
  fields: readonly FormField[],
  dialogs: QuestionDialogs,
): Promise<McpAnswer> {
  const [answer, send, decline] = [t('Answer…'), t('Send'), t('Decline')];
  const detail = [
    t('Tool: {0}', call.tool),
    ...(fields.length === 0 ? [] : [t('It asks for: {0}', fields.map(titleOf).join(', '))]),
    '',
    saidBy(question.message),
    '',
    t('Never give a server a password, key or token in a form.'),
  ].join('\n');
  const first = await dialogs.choose({
    title: t('The MCP server {0} asks you something', call.server),
    detail,
    buttons: [fields.length === 0 ? send : answer, decline],
  });
  if (first === decline) return { action: 'decline' };
  if (first === undefined) return { action: 'cancel' };
  const content = new Map<string, FieldValue>();
  for (const [at, field] of fields.entries()) {
    const step = t(
      'MCP server {0}, {1} of {2}: {3}',
      call.server,
      at + 1,
      fields.length,
      titleOf(field),
    );
    const given = await askField(field, step, dialogs);
    if (given === 'closed') return { action: 'cancel' };
    if (given.value !== undefined) content.set(field.name, given.value);
  }
  if (fields.length === 0) return { action: 'accept', content: {} };
  const last = await dialogs.choose({
    title: t('Send this to the MCP server {0}?', call.server),
    detail: fields.map((field) => lineOf(field, content.get(field.name))).join('\n'),
    buttons: [send, decline],
  });
  if (last === send) return { action: 'accept', content: Object.fromEntries(content) };
  return { action: last === decline ? 'decline' : 'cancel' };
}

/** The words of the server, each line marked, so that none looks like one of ours. */
function saidBy(message: string): string {
  const lines = message.split('\n');
  const cut = lines.length > maxLines ? [...lines.slice(0, maxLines), '…'] : lines;
  return [t('The server says:'), ...cut.map((line) => `> ${line}`)].join('\n');
}

function titleOf({ title, name }: FormField): string {
  return title === name ? name : `${title} (${name})`;
}

function lineOf(field: FormField, value: FieldValue | undefined): string {
  const text = value === undefined ? t('left out') : JSON.stringify(value);
  return `${titleOf(field)}: ${text}`;
}

async function askField(field: FormField, title: string, dialogs: QuestionDialogs): Promise<Given> {
  const { input, isRequired, description } = field;
  const step = { title, prompt: promptOf(description, isRequired, input.kind) };
  if (input.kind === 'one') {
    const line = await dialogs.pick({ ...step, lines: linesOf(field) });
    return line === undefined ? 'closed' : { value: line.value };
  }
  if (input.kind === 'some') return askSome(field, input, { step, dialogs });
  const typed = await dialogs.type({
    ...step,
    value: String(input.initial ?? ''),
    fault: (text) => {
      if (text === '' && !isRequired) return undefined;
      if (text === '') return t('The server needs a value.');
      const read = typedValue(input, text);
      return read.ok ? undefined : shown(read.failure);
    },
  });
  if (typed === undefined) return 'closed';
  if (typed === '') return { value: undefined };
  const read = typedValue(input, typed);
  return read.ok ? { value: read.value } : 'closed';
}

interface Asked {
  readonly step: FieldStep;
  readonly dialogs: QuestionDialogs;
}

async function askSome(
  field: FormField,
  input: Extract<FormField['input'], { readonly kind: 'some' }>,
  { step, dialogs }: Asked,
): Promise<Given> {
  let { prompt } = step;
  let lines = linesOf(field);
  for (;;) {
    const chosen = await dialogs.pickSome({ ...step, prompt, lines });
    if (chosen === undefined) return 'closed';
    if (chosen.length === 0 && !field.isRequired) return { value: undefined };
    const fault = chosenFault(input, chosen.length);
    const values = chosen.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
    if (fault === undefined) return { value: values };
    prompt = shown(fault);
    lines = lines.map((line) => ({ ...line, isInitial: chosen.includes(line) }));
  }
}

function promptOf(
  description: string,
  isRequired: boolean,
  kind: FormField['input']['kind'],
): string {
  const said = description === '' ? [] : [t('The server says: {0}', description)];
  const leave = isRequired || kind === 'one' ? [] : [t('Leave it empty to send nothing for it.')];
  return [...said, ...leave].join(' ');
}

/** That of the server's default comes first, where it is chosen by Enter. */
function linesOf({ input, isRequired }: FormField): readonly FieldLine[] {
  if (input.kind !== 'one' && input.kind !== 'some') return [];
  const { initial } = input;
  const isInitial = (value: string | boolean): boolean =>
    Array.isArray(initial) ? initial.some((each) => each === value) : initial === value;
  const lines = input.choices.map(({ value, label }) => ({
    ...{ label: labelOf(value, label), value, isInitial: isInitial(value) },
  }));
  if (input.kind === 'some') return lines;
  const ordered = [...lines].sort((one, other) => Number(other.isInitial) - Number(one.isInitial));
  if (isRequired) return ordered;
  return [...ordered, { label: t('Leave it out'), value: undefined, isInitial: false }];
}

function labelOf(value: string | boolean, label: string): string {
  if (typeof value === 'string') return label;
  return value ? t('Yes') : t('No');
}
