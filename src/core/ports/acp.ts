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

/** The agent's side of the ACP v1 seam: what the host calls. */
export interface AcpAgent {
  initialize(request: InitializeRequest): Promise<InitializeResponse>;
  newSession(request: NewSessionRequest): Promise<NewSessionResponse>;
  /**
   * Copies what stood before the message that `_meta.gatehouse` (`ForkMeta`) names into a new
   * session; the old one stays as it is. Rejects when there is no such message.
   */
  forkSession(request: ForkSessionRequest): Promise<ForkSessionResponse>;
  /**
   * Opens a stored session: all it has shown is sent anew as `session/update`s, before the answer.
   * Each call of it has an end: one that a crash cut short is told as cancelled. Rejects when there is
   * no such session, and does nothing but the replay for one that is open.
   */
  loadSession(request: LoadSessionRequest): Promise<LoadSessionResponse>;
  /** The stored sessions, newest first; `_meta.gatehouse` of each is `SessionInfoMeta`. */
  listSessions(request: ListSessionsRequest): Promise<ListSessionsResponse>;
  /** Ends the session and deletes what is stored of it; rejects when that fails. */
  deleteSession(request: DeleteSessionRequest): Promise<DeleteSessionResponse>;
  /** Settles with a stop reason when the turn ends; a cancelled turn answers `cancelled`. */
  prompt(request: PromptRequest): Promise<PromptResponse>;
  cancel(notification: CancelNotification): Promise<void>;
  /** Cancels what runs in the session and forgets it; an unknown one is no error. */
  closeSession(request: CloseSessionRequest): Promise<CloseSessionResponse>;
}

/** The host's side: what the agent calls. */
export interface AcpClient {
  sessionUpdate(notification: SessionNotification): Promise<void>;
  requestPermission(request: RequestPermissionRequest): Promise<RequestPermissionResponse>;
}
