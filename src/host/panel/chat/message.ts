import type { ContentBlock } from '../../../core/contracts/chats/acp';
import { type Attachment, withAttachment } from './attachments';

/** A message of the user: trimmed text and its context. */
export interface TypedMessage {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** True: all of it was keyed in; absent for text of any other origin (decision 75). */
  readonly isKeyed?: boolean;
}

export function toPrompt({ text, attachments }: TypedMessage): ContentBlock[] {
  const typed: ContentBlock[] = text === '' ? [] : [{ type: 'text', text }];
  return [...typed, ...attachments.map(({ block }) => block)];
}

/** One line in the queue; a message may consist of an image only. */
export function messageLabel({ text, attachments }: TypedMessage): string {
  return text === '' ? attachments.map(({ item }) => item.label).join(', ') : text;
}

/** `!command` and `/name`; the second slash makes `/etc/hosts is …` a message. */
const command = /^(?:!|\/[A-Za-z][\w-]*(?=\s|$))/;
/** Run by the pipeline or the agent alone (decision 37). */
const withoutModel = /^(?:!|\/(?:tool|clear|context|cost)(?=\s|$))/;

/** True for messages that go to a model unchanged, with their context. */
export function isForModel(text: string): boolean {
  return !command.test(text);
}

/** /compact needs one too: a model writes the summary. */
export function needsModel(text: string): boolean {
  return !withoutModel.test(text);
}

export function isClear(text: string): boolean {
  return text === '/clear';
}

/** The unsent draft of a chat. */
export class MessageDraft {
  text = '';
  private attached: readonly Attachment[] = [];

  get attachments(): readonly Attachment[] {
    return this.attached;
  }

  get isEmpty(): boolean {
    return this.text === '' && this.attached.length === 0;
  }

  addText(text: string): void {
    this.text = [this.text, text].filter((part) => part !== '').join('\n');
  }

  /** Returns the reason why it was not added, undefined on success. */
  attach(attachment: Attachment): string | undefined {
    const next = withAttachment(this.attached, attachment);
    if (!next.ok) return next.failure;
    this.attached = next.value;
    return undefined;
  }

  detach(attachmentId: string): void {
    this.attached = this.attached.filter(({ item }) => item.attachmentId !== attachmentId);
  }

  /** The context of the message that is sent now. */
  takeAttachments(): readonly Attachment[] {
    const all = this.attached;
    this.attached = [];
    return all;
  }

  /** Appends a message to the draft; returns why some of its context does not fit. */
  takeBack({ text, attachments }: TypedMessage): readonly string[] {
    this.addText(text);
    return attachments.flatMap((attachment) => this.attach(attachment) ?? []);
  }
}
