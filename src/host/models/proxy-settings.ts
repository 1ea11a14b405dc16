import type { ProxySettings } from '../../adapters/http/proxy-route';

/**
 * VS Code's own proxy settings. `user` answers a key of `http` as the user set it: what a workspace
 * sets is never asked for, so that no repository can redirect traffic.
 */
export function readVscodeProxy(user: (key: string) => unknown): ProxySettings {
  const url = user('proxy');
  const bypass = user('noProxy');
  const authorization = user('proxyAuthorization');
  return {
    url: typeof url === 'string' ? url.trim() : '',
    bypass: Array.isArray(bypass) ? bypass.filter((host) => typeof host === 'string') : [],
    strictTls: user('proxyStrictSSL') !== false,
    isOff: user('proxySupport') === 'off',
    ...(typeof authorization === 'string' && authorization !== '' ? { authorization } : {}),
  };
}
