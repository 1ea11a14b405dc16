import * as vscode from 'vscode';
import type { ProxySettings } from '../../adapters/http/proxy-route';
import { systemClock, yieldToEventLoop } from '../../adapters/system/clock';
import { createGuardedWeb, type PageSettings } from '../../adapters/web/guarded-web';
import type { AddressRules } from '../../adapters/web/guarded-client';
import { systemNetwork, type Network } from '../../adapters/web/network';
import type { createPageReader } from '../../adapters/web/page-reader';
import { loadOnce } from '../../core/base/async';
import { fileTypeOf } from '../../core/base/file-type';
import { say } from '../../core/base/sentence';
import { failure, fail, type Failure } from '../../core/contracts/failure';
import { parseUrlRule, type UrlRule } from '../../core/contracts/policy/url-rule';
import type { BoundCapabilities } from '../../core/ports/capabilities';
import type { Web } from '../../core/ports/web';
import type { SettingValues } from '../settings/read-settings';
import { readVersion } from '../window/version';
import type { Base } from './base';

/** The bundle that reads pages. */
export type LoadWebTools = () => Promise<{ readonly createPageReader: typeof createPageReader }>;

export interface WebDeps {
  readonly proxy: () => ProxySettings;
  readonly load: LoadWebTools;
}

export interface WebParts extends Pick<BoundCapabilities, 'web' | 'webAddresses'> {
  /** Replaces what is below the guard; undefined except while VS Code runs tests. */
  readonly useNetwork: ((network: Network) => void) | undefined;
}

/** Pages of the public web. What reads them is loaded with the first; the guard is always there. */
export function composeWeb(base: Base, { proxy, load }: WebDeps): WebParts {
  const { context, settings } = base;
  const guardedBy = (network: Network) =>
    createGuardedWeb({
      settings: () => pageSettings(settings),
      version: readVersion(context),
      proxy,
      environment: () => process.env,
      clock: systemClock,
      network,
    });
  let guarded = guardedBy(systemNetwork);
  const isTest = context.extensionMode === vscode.ExtensionMode.Test;
  return {
    web: { get: (...request) => guarded.get(...request), ...lazyReader(base, load) },
    webAddresses: {
      refusal: (url) => guarded.refusal(url),
      isProxied: (url) => guarded.isProxied(url),
    },
    useNetwork: isTest ? (network) => void (guarded = guardedBy(network)) : undefined,
  };
}

type PageReader = Pick<Web, 'readable' | 'select'>;

function lazyReader({ log }: Base, load: LoadWebTools): PageReader {
  const reader = loadOnce(async () => {
    const { createPageReader: create } = await load();
    return create({
      clock: systemClock,
      pause: yieldToEventLoop,
      nameOfType: (bytes) => fileTypeOf(bytes)?.name.message,
    });
  });
  const loaded = async (): Promise<PageReader | undefined> => {
    try {
      return await reader();
    } catch (error) {
      log.report(error);
      return undefined;
    }
  };
  return {
    readable: async (...page) => (await loaded())?.readable(...page) ?? fail(notLoaded()),
    select: async (...page) => (await loaded())?.select(...page) ?? fail(notLoaded()),
  };
}

function notLoaded(): Failure {
  const message = say`The reader of web pages did not load. Reload the window or reinstall Gatehouse.`;
  return failure('execution', message, { category: 'permanent_failure' });
}

/** What the user's settings say of foreign addresses. */
export function addressRules(settings: SettingValues): AddressRules {
  return {
    allow: rulesOf(settings.get('web.allow')),
    deny: rulesOf(settings.get('web.deny')),
    trustProxy: settings.get('web.trustProxy'),
  };
}

function pageSettings(settings: SettingValues): PageSettings {
  return {
    ...addressRules(settings),
    timeoutSecs: settings.get('scrape.timeout'),
    maxBodyBytes: settings.get('scrape.maxBodyBytes'),
  };
}

/** All are readable: a list with another entry denies every web call. */
function rulesOf(texts: readonly string[]): readonly UrlRule[] {
  return texts.flatMap((text) => {
    const rule = parseUrlRule(text);
    return rule.ok ? [rule.value] : [];
  });
}
