import type { ContentBlock } from '../../core/contracts/acp';
import type { Attachment } from './attachments';

/** What a person sends: trimmed text, and the context that goes with it. */
export interface Message {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export function toPrompt({ text, attachments }: Message): ContentBlock[] {
  const typed: ContentBlock[] = text === '' ? [] : [{ type: 'text', text }];
  return [...typed, ...attachments.map(({ block }) => block)];
}

/** On one line of the queue; a message may be nothing but an image. */
export function messageLabel({ text, attachments }: Message): string {
  return text === '' ? attachments.map(({ item }) => item.label).join(', ') : text;
}
