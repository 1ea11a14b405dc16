import type { ProxySettings } from '../../adapters/http/proxy-route';

/** `user` answers a key as the user set it: no repository can redirect traffic. */
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
