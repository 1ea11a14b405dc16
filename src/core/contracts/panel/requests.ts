import * as z from 'zod';

/**
 * Messages from the panel to the host. None carries a rule or arguments (decision page-isolation).
 */
const id = z.string().min(1).max(200);
const text = z.string().max(1_000_000);
const fileName = z.string().min(1).max(400);
const place = z.int().min(1).max(10_000_000);
/** 5 MB, which vendors accept, in base64. */
export const maxImageChars = 7_000_000;

/** A regular expression over the whole text would exceed the engine's limit. */
function isBase64(data: string): boolean {
  const end = data.length - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
  return end > 0 && !/[^A-Za-z0-9+/]/.test(data.slice(0, end));
}

export const panelRequestSchema = z.discriminatedUnion('type', [
  /** The panel has loaded, or missed a message: send a snapshot. */
  z.strictObject({ type: z.literal('ready') }),
  /** `isKeyed`: all of it was keyed in; absent or false: it may be pasted or inserted (decision 75). */
  z.strictObject({ type: z.literal('send'), text, isKeyed: z.boolean().optional() }),
  z.strictObject({ type: z.literal('stop') }),
  /** Moves a queued message back into the draft. */
  z.strictObject({ type: z.literal('unqueue'), queuedId: id }),
  z.strictObject({ type: z.literal('dropQueued'), queuedId: id }),
  /** Stops the running turn and sends this queued message next. */
  z.strictObject({ type: z.literal('sendNow'), queuedId: id }),
  /** Performs the action of the notice: retries the turn, or continues past a limit. */
  z.strictObject({ type: z.literal('noticeAction'), itemId: id }),
  /** Sends the new problems of a check to the agent. */
  z.strictObject({ type: z.literal('sendProblems'), itemId: id }),
  /** Sends an earlier message again, in a new chat with everything before it. */
  z.strictObject({ type: z.literal('editMessage'), itemId: id, text }),
  /**
   * Adds context to the draft; without a path, the user picks a file in VS Code. The path of a
   * resource is its server and its address, which the host looks up.
   */
  z.strictObject({
    type: z.literal('attach'),
    kind: z.enum(['file', 'selection', 'problems', 'terminal', 'resource']),
    path: z.string().min(1).max(4096).optional(),
  }),
  z.strictObject({
    type: z.literal('attachImage'),
    mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    /** Base64. */
    data: z.string().min(1).max(maxImageChars).refine(isBase64),
  }),
  z.strictObject({ type: z.literal('detach'), attachmentId: id }),
  /** Requests an image of the draft or of a sent message, for a thumbnail; answered by `image`. */
  z.strictObject({ type: z.literal('showImage'), attachmentId: id }),
  /** Requests completions of an `@` or `/` in the draft; answered by `suggestions`. */
  z.strictObject({ type: z.literal('suggest'), query: z.string().max(200) }),
  z.strictObject({ type: z.literal('newChat') }),
  z.strictObject({ type: z.literal('selectChat'), chatId: id }),
  /** Opens and closes the list of all stored chats. */
  z.strictObject({ type: z.literal('openHistory') }),
  z.strictObject({ type: z.literal('closeHistory') }),
  /** Searches the list; empty = everything. */
  z.strictObject({ type: z.literal('searchHistory'), query: z.string().max(200) }),
  /** Adds the next page to the list. */
  z.strictObject({ type: z.literal('moreHistory') }),
  z.strictObject({ type: z.literal('openStored'), historyId: id }),
  z.strictObject({ type: z.literal('renameStored'), historyId: id, title: z.string().max(200) }),
  /** Asks for a file in VS Code's dialog and writes Markdown to it. */
  z.strictObject({ type: z.literal('exportStored'), historyId: id }),
  /** Asks in a native modal, then deletes. */
  z.strictObject({ type: z.literal('deleteStored'), historyId: id }),
  /** Sends older items of the active chat. */
  z.strictObject({ type: z.literal('showEarlier') }),
  /** Sends newer items, after older ones took their place. */
  z.strictObject({ type: z.literal('showLater') }),
  z.strictObject({ type: z.literal('showLatest') }),
  z.strictObject({ type: z.literal('draft'), text }),
  z.strictObject({ type: z.literal('pickModel') }),
  /** VS Code asks for the permission level of the active chat; no message carries one. */
  z.strictObject({ type: z.literal('pickPermission') }),
  /** Shows where models come from, or sets one of these up and tests it. */
  z.strictObject({
    type: z.literal('getModel'),
    way: z.enum(['vscode', 'ollama', 'anthropic', 'openai', 'openrouter', 'other']).optional(),
  }),
  /** Answers the approval that the host shows under this one-time id; `review` shows it in full. */
  z.strictObject({
    type: z.literal('answer'),
    approvalId: id,
    answer: z.enum(['allow', 'deny', 'edit', 'review']),
    /** Given by a key, which only routine approvals take. */
    byKey: z.boolean().optional(),
    reason: z.string().max(2000).optional(),
  }),
  /** Allows these approvals, all or none: routine changes of files that the panel shows. */
  z.strictObject({ type: z.literal('allowTogether'), approvalIds: z.array(id).min(2).max(50) }),
  /** Takes an offer of "Always allow" that the host holds for this approval. */
  z.strictObject({ type: z.literal('alwaysAllow'), approvalId: id, offerId: id }),
  z.strictObject({ type: z.literal('copy'), text }),
  /** Inserts a code block of an answer into the active editor; the host holds the text. */
  z.strictObject({ type: z.literal('insertCode'), itemId: id, index: z.int().min(0) }),
  /** Asks for a file, then runs `write` or `edit` with a code block of an answer. */
  z.strictObject({ type: z.literal('applyCode'), itemId: id, index: z.int().min(0) }),
  z.strictObject({ type: z.literal('openDiff'), itemId: id, index: z.int().min(0) }),
  z.strictObject({ type: z.literal('openLocation'), itemId: id, index: z.int().min(0) }),
  z.strictObject({ type: z.literal('showTerminal'), itemId: id }),
  z.strictObject({ type: z.literal('openOutput'), itemId: id }),
  /** Shows the output of a card before filters, or the filtered one again. */
  z.strictObject({ type: z.literal('showRaw'), itemId: id, isRaw: z.boolean() }),
  /** Shows the earlier call that a card repeats. */
  z.strictObject({ type: z.literal('showRepeated'), itemId: id }),
  /** Asks the user, outside the page, for a line of input to the running command of a card. */
  z.strictObject({ type: z.literal('giveInput'), itemId: id }),
  /**
   * Undoes the file changes of a card's call or command; reports files that changed since, and for a
   * command asks first.
   */
  z.strictObject({ type: z.literal('undoCall'), itemId: id }),
  /** Shows the chat's changes to a file in VS Code's diff editor. */
  z.strictObject({ type: z.literal('openChange'), changeId: id }),
  /** Keeps the chat's changes to a file; without an id, to all files. */
  z.strictObject({ type: z.literal('keepChange'), changeId: id.optional() }),
  /** Restores a file to its state before the chat; without an id all files, after asking. */
  z.strictObject({ type: z.literal('undoChange'), changeId: id.optional() }),
  z.strictObject({ type: z.literal('showBackground'), commandId: id }),
  z.strictObject({ type: z.literal('stopBackground'), commandId: id }),
  /** Explains the decision about a call; the host knows the call. */
  z.strictObject({ type: z.literal('explain'), itemId: id }),
  z.strictObject({ type: z.literal('openLink'), url: z.string().max(4000) }),
  /** Asks which of these names in texts are files of the workspace; answered by `files`. */
  z.strictObject({ type: z.literal('findFiles'), names: z.array(fileName).min(1).max(200) }),
  /** Opens a file that a text names; the host looks it up again. */
  z.strictObject({
    type: z.literal('openFile'),
    name: fileName,
    line: place.optional(),
    column: place.optional(),
  }),
  z.strictObject({
    type: z.literal('command'),
    command: z.enum(['openFolder', 'manageTrust', 'tryDemo']),
  }),
]);
export type PanelRequest = z.infer<typeof panelRequestSchema>;

/** One handler per kind of request; promises are awaited. */
export type PanelHandlers = {
  readonly [T in PanelRequest['type']]: (
    request: Extract<PanelRequest, { readonly type: T }>,
  ) => unknown;
};
