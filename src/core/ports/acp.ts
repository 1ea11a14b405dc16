import type {
  CancelNotification,
  CloseSessionRequest,
  CloseSessionResponse,
  ForkSessionRequest,
  ForkSessionResponse,
  InitializeRequest,
  InitializeResponse,
  NewSessionRequest,
  NewSessionResponse,
  PromptRequest,
  PromptResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionNotification,
} from '../contracts/acp';

/** The agent's side of the ACP v1 seam: what the host calls. */
export interface AcpAgent {
  initialize(request: InitializeRequest): Promise<InitializeResponse>;
  newSession(request: NewSessionRequest): Promise<NewSessionResponse>;
  /**
   * Copies what stood before the message that `_meta.gatehouse` (`ForkMeta`) names into a new
   * session; the old one stays as it is. Rejects when there is no such message.
   */
  forkSession(request: ForkSessionRequest): Promise<ForkSessionResponse>;
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
