import { withAttachment, type Attachment } from './attachments';
import type { Message } from './message';

/** What the person has prepared in a chat and not sent. */
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

  /** Answers why it was not added, undefined when it was. */
  attach(attachment: Attachment): string | undefined {
    const next = withAttachment(this.attached, attachment);
    if (!next.ok) return next.failure;
    this.attached = next.value;
    return undefined;
  }

  detach(attachmentId: string): void {
    this.attached = this.attached.filter(({ item }) => item.attachmentId !== attachmentId);
  }

  /** What goes with the message that is sent now. */
  takeAttachments(): readonly Attachment[] {
    const all = this.attached;
    this.attached = [];
    return all;
  }

  /** Puts a message behind what is here; answers why some of its context does not fit. */
  takeBack({ text, attachments }: Message): readonly string[] {
    this.addText(text);
    return attachments.flatMap((attachment) => this.attach(attachment) ?? []);
  }
}
