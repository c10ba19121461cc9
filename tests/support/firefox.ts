import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { evaluateIn, openBidi } from './bidi.ts';

const names = ['firefox-esr', 'firefox'];

/** Returns the path of the program, or null where it is not installed. */
export const findFirefox = (): string | null =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, name)))
    .find((path) => existsSync(path)) ?? null;

/** Preferences of a browser that makes no requests outside this machine and shows notifications in its own windows. */
const quiet: Readonly<Record<string, string | number | boolean>> = {
  'alerts.useSystemBackend': false,
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.trr.mode': 5,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': '',
};

/**
 * Returns the preferences that let pages receive pushes from a service on this machine, without a permission prompt.
 */
export const pushPrefs = (serviceUrl: string): Readonly<Record<string, string | number | boolean>> => ({
  'dom.push.enabled': true,
  'dom.push.connection.enabled': true,
  'dom.push.serverURL': serviceUrl,
  'dom.push.retryBaseInterval': 100,
  'dom.push.testing.allowInsecureServerURL': true,
  'dom.push.testing.ignorePermission': true,
  'dom.serviceWorkers.enabled': true,
  'permissions.default.desktop-notification': 1,
});

/** Starts Firefox headless, with a fresh profile; `close` ends it and removes the profile. */
export async function startFirefox(program: string, prefs: Readonly<Record<string, string | number | boolean>>) {
  const profile = mkdtempSync(join(tmpdir(), 'plaza-firefox-'));
  const lines = Object.entries({ ...quiet, ...prefs }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  // System access lets a test read and click the browser's own windows, such as a shown notification.
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(program, [...args, '--remote-allow-system-access'], {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(child, 'exit');
  const remove = () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 });

  try {
    const bidi = await openBidi(`${await addressIn(child.stderr)}/session`);
    await bidi.send('session.new', { capabilities: {} });
    const { contexts } = await bidi.send<Tree>('browsingContext.getTree');
    const { contexts: outer } = await bidi.send<Tree>('browsingContext.getTree', { 'moz:scope': 'chrome' });
    const [page = '', frame = ''] = [contexts[0]?.context, outer[0]?.context];
    return {
      /** Sets a cookie for an origin. */
      wear: (cookie: { readonly name: string; readonly value: string }, origin: string) =>
        bidi.send('storage.setCookie', {
          cookie: {
            name: cookie.name,
            value: { type: 'string', value: cookie.value },
            ...{ domain: new URL(origin).hostname, path: '/', httpOnly: true, secure: true, sameSite: 'lax' },
          },
        }),
      /** Navigates the tab to an address; repeats the navigation once if another one aborted it. */
      open: (url: string) => {
        const go = () => bidi.send('browsingContext.navigate', { context: page, url, wait: 'complete' });
        return go().catch((error: Error) =>
          error.message.includes('NS_BINDING_ABORTED') ? go() : Promise.reject(error),
        );
      },
      /** Evaluates an expression in the page. */
      inPage: <T>(expression: string) => evaluateIn<T>(bidi, page, expression),
      /** Evaluates an expression that may be asked again; resolves with null while the page is navigating. */
      look: <T>(expression: string) => evaluateIn<T>(bidi, page, expression).catch(() => null),
      /** Evaluates an expression in the window around the page, which holds the browser's own parts. */
      aroundPage: <T>(expression: string) => evaluateIn<T>(bidi, frame, expression),
      /** Returns the addresses of all tabs. */
      tabs: async () => (await bidi.send<Tree>('browsingContext.getTree')).contexts.map(({ url }) => url),
      close: async () => {
        await bidi.send('browser.close').catch(() => child.kill());
        await gone;
        remove();
      },
    };
  } catch (error) {
    child.kill();
    await gone;
    remove();
    throw error;
  }
}

export type Firefox = Awaited<ReturnType<typeof startFirefox>>;
type Tree = { readonly contexts: readonly { readonly context: string; readonly url: string }[] };

/** Returns the address at which the browser says it listens. */
async function addressIn(output: Readable): Promise<string> {
  let said = '';
  // The later output does not matter, but it must be consumed.
  for await (const chunk of output.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    said += chunk.toString();
    const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
    if (url === undefined) continue;
    output.resume();
    return url;
  }
  throw new Error(`Firefox did not start: ${said.slice(-500)}`);
}
