import type {
  CancelNotification,
  CloseSessionRequest,
  CloseSessionResponse,
  DeleteSessionRequest,
  DeleteSessionResponse,
  ForkSessionRequest,
  ForkSessionResponse,
  InitializeRequest,
  InitializeResponse,
  ListSessionsRequest,
  ListSessionsResponse,
  LoadSessionRequest,
  LoadSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
  PromptRequest,
  PromptResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionNotification,
} from '../contracts/chats/acp';
import type { ClientRequests } from '../contracts/chats/acp-client';

/** The agent's side of the ACP v1 seam: what the host calls. */
export interface AcpAgent {
  initialize(request: InitializeRequest): Promise<InitializeResponse>;
  newSession(request: NewSessionRequest): Promise<NewSessionResponse>;
  /** Copies what precedes the message in `_meta.gatehouse`. Rejects if there is no such message. */
  forkSession(request: ForkSessionRequest): Promise<ForkSessionResponse>;
  /** Sends the transcript first; interrupted calls are ended. Rejects for an unknown session. */
  loadSession(request: LoadSessionRequest): Promise<LoadSessionResponse>;
  /** The stored sessions, newest first; `_meta.gatehouse` of each is `SessionInfoMeta`. */
  listSessions(request: ListSessionsRequest): Promise<ListSessionsResponse>;
  /** Ends the session and deletes its stored data; rejects if that fails. */
  deleteSession(request: DeleteSessionRequest): Promise<DeleteSessionResponse>;
  /** Resolves with a stop reason when the turn ends, `cancelled` if it was cancelled. */
  prompt(request: PromptRequest): Promise<PromptResponse>;
  cancel(notification: CancelNotification): Promise<void>;
  /** Cancels what runs in the session and forgets it; an unknown one is not an error. */
  closeSession(request: CloseSessionRequest): Promise<CloseSessionResponse>;
}

/** The host's side: what the agent calls. */
export interface AcpClient {
  sessionUpdate(notification: SessionNotification): Promise<void>;
  requestPermission(request: RequestPermissionRequest): Promise<RequestPermissionResponse>;
}

/** What `initialize` announced. Rejects with `AcpError`; the signal is `$/cancel_request`. */
export type ClientMethods = {
  readonly [M in keyof ClientRequests]: (
    params: ClientRequests[M]['params'],
    signal: AbortSignal,
  ) => Promise<ClientRequests[M]['response']>;
};

/** Sends a request to the client. Rejects with `AcpError`, also if the connection closes. */
export type ClientRequest = <M extends keyof ClientRequests>(
  method: M,
  params: ClientRequests[M]['params'],
  signal?: AbortSignal,
) => Promise<ClientRequests[M]['response']>;
