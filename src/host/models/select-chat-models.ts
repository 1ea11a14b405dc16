import * as vscode from 'vscode';
import { tokenOf } from '../window/cancellation';
import * as z from 'zod';
import { allOptional, lenient } from '../../core/contracts/schema-parts';
import type { AnswerPart, VscodeChat, VscodeMessage, VscodePart } from './vscode-chat';

type ContentPart = vscode.LanguageModelChatMessage['content'][number];

export async function selectVscodeChats(
  selector: vscode.LanguageModelChatSelector,
): Promise<readonly VscodeChat[]> {
  const models = await vscode.lm.selectChatModels(selector);
  return models.map(toVscodeChat);
}

/** Newer versions of VS Code report capabilities that our types lack. */
const modelSchema = allOptional({
  capabilities: allOptional({
    supportsToolCalling: lenient(z.boolean()),
    supportsImageToText: lenient(z.boolean()),
  }),
});

function toVscodeChat(model: vscode.LanguageModelChat): VscodeChat {
  const { capabilities } = modelSchema.parse(model);
  const { vendor, id, name, maxInputTokens } = model;
  return {
    ...{ vendor, id, name, maxInputTokens },
    takesTools: capabilities.supportsToolCalling,
    takesImages: imageMaker() === undefined ? false : capabilities.supportsImageToText,
    async send({ messages, tools }, signal) {
      const response = await model.sendRequest(
        messages.map(toMessage),
        tools.length === 0 ? {} : { tools: [...tools] },
        tokenOf(signal),
      );
      return answerParts(response.stream);
    },
  };
}

function toMessage({ role, parts }: VscodeMessage): vscode.LanguageModelChatMessage {
  const roles = vscode.LanguageModelChatMessageRole;
  return new vscode.LanguageModelChatMessage(
    role === 'user' ? roles.User : roles.Assistant,
    parts.map(toPart),
  );
}

function toPart(part: VscodePart): ContentPart {
  switch (part.kind) {
    case 'text':
      return new vscode.LanguageModelTextPart(part.text);
    case 'image':
      return imagePart(part.data, part.mediaType);
    case 'call':
      return new vscode.LanguageModelToolCallPart(part.callId, part.name, part.input);
    case 'result': {
      const text = new vscode.LanguageModelTextPart(part.text);
      return new vscode.LanguageModelToolResultPart(part.callId, [text]);
    }
  }
}

function imagePart(base64: string, mediaType: string): ContentPart {
  const made = imageMaker()?.(Buffer.from(base64, 'base64'), mediaType);
  if (isContentPart(made)) return made;
  return new vscode.LanguageModelTextPart(
    '[An image was here; this version of VS Code cannot send images.]',
  );
}

type ImageMaker = (data: Uint8Array, mediaType: string) => unknown;

/** `LanguageModelDataPart.image`, which came after the oldest VS Code that Gatehouse runs in. */
function imageMaker(): ImageMaker | undefined {
  const dataPart: unknown = Reflect.get(vscode, 'LanguageModelDataPart');
  const make: unknown = typeof dataPart === 'function' ? Reflect.get(dataPart, 'image') : undefined;
  if (typeof make !== 'function') return undefined;
  return (data, mediaType): unknown => Reflect.apply(make, dataPart, [data, mediaType]);
}

/** If VS Code has data parts, its messages accept them, although our types do not. */
function isContentPart(part: unknown): part is ContentPart {
  return typeof part === 'object' && part !== null;
}

async function* answerParts(stream: AsyncIterable<unknown>): AsyncGenerator<AnswerPart> {
  for await (const part of stream) yield readPart(part);
}

function readPart(part: unknown): AnswerPart {
  // VS Code does not validate what an extension puts into them.
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (part instanceof vscode.LanguageModelTextPart) return { kind: 'text', text: text(part.value) };
  if (part instanceof vscode.LanguageModelToolCallPart) {
    return { kind: 'call', callId: text(part.callId), name: text(part.name), input: part.input };
  }
  return { kind: 'other' };
}
