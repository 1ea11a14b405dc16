import { longestUrl, urlsIn } from '../../base/addresses/urls';
import type { SeenUrl } from '../../contracts/calls/web-address';
import type { Exposure, ReadContent, ReadKinds } from '../../contracts/chats/exposure';
import type { ToolProvenance } from '../../contracts/tool-spec';

/** URLs that a chat remembers, the newest; a chat that meets more forgets the oldest. */
export const maxUrls = 2000;
/** Of all remembered URLs together, in characters: they are stored with the chat. */
export const maxUrlChars = 100 * longestUrl;
const maxLabel = 200;

/** What was read before an older version began to keep it. */
export const unknownContent: ReadContent = { label: '' };

export interface StoredExposure {
  readonly read?: ReadKinds | undefined;
  readonly urls?: readonly (readonly [string, SeenUrl])[] | undefined;
}

/** The slice of a chat that keeps what it has read, and which URLs it has met. */
export class ExposureLog {
  private kinds: ReadKinds;
  private readonly urls: Map<string, SeenUrl>;
  private urlChars = 0;

  constructor({ read = {}, urls = [] }: StoredExposure = {}) {
    this.kinds = read;
    this.urls = new Map(urls);
    for (const url of this.urls.keys()) this.urlChars += url.length;
  }

  /** As gates see it; the URLs are those of now. */
  current(): Exposure {
    return { ...this.kinds, urls: this.urls };
  }

  /** Plain data that a new log can begin with. */
  stored(): Required<StoredExposure> {
    return { read: this.kinds, urls: [...this.urls] };
  }

  /** The model has read content of this kind. */
  reads(provenance: ToolProvenance, content: ReadContent): void {
    const last = { ...content, label: content.label.slice(0, maxLabel) };
    const first = this.kinds[provenance]?.first ?? last;
    this.kinds = { ...this.kinds, [provenance]: { first, last } };
  }

  /**
   * Remembers the URLs of a text. What the user gave stays so; what the model composed is not made
   * another's by a result that repeats it.
   */
  meets(text: string, seen: SeenUrl): void {
    const { call } = seen;
    const kept = call === undefined ? seen : { ...seen, call: call.slice(0, maxLabel) };
    for (const url of urlsIn(text)) {
      const before = this.urls.get(url);
      const isBetter = before?.isPrivate === true && seen.isPrivate !== true;
      const mayReplace = seen.from === 'user' || (isBetter && seen.from === 'result');
      if (before === undefined || mayReplace) this.remember(url, kept);
    }
  }

  private remember(url: string, seen: SeenUrl): void {
    if (!this.urls.has(url)) this.urlChars += url.length;
    this.urls.set(url, seen);
    for (const oldest of this.urls.keys()) {
      if (this.urls.size <= maxUrls && this.urlChars <= maxUrlChars) return;
      this.urls.delete(oldest);
      this.urlChars -= oldest.length;
    }
  }
}
