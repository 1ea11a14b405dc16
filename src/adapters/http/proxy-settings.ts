/** What VS Code says of proxies; read at each request, so that a change holds from the next on. */
export interface ProxySettings {
  /** `http.proxy`; empty = none set, then the environment's (`HTTPS_PROXY`, `HTTP_PROXY`). */
  readonly url: string;
  /** `http.noProxy`: hosts that are reached directly. Empty: the environment's `NO_PROXY`. */
  readonly bypass: readonly string[];
  /** `http.proxyStrictSSL`: false accepts any certificate, of the proxy and of what is behind it. */
  readonly strictTls: boolean;
  /** `http.proxySupport` is `off`: no proxy, not the environment's either. */
  readonly isOff: boolean;
  /** `http.proxyAuthorization`: the header as it is sent. A secret. */
  readonly authorization?: string;
}

/** Nothing is set: the environment decides. */
export const noProxySettings: ProxySettings = {
  url: '',
  bypass: [],
  strictTls: true,
  isOff: false,
};
