/** What a connection's secret is good for; it lives only inside one call. */
export interface AuthSecret {
  readonly accessToken: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Credentials of the one connection a call was granted (001 inv. 29, 29a). Takes no id, so a tool
 * cannot ask for another; rejects once the call has ended.
 */
export interface AuthCapability {
  getAccessToken(): Promise<string>;
  getAuthHeaders(): Promise<Readonly<Record<string, string>>>;
}
