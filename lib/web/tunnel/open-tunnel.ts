import { openStorage } from '#lib/web/browser-storage.ts';
import { TunnelClient } from './client.ts';
import { type TabMessage, type TabWorld, TunnelTab } from './leader.ts';
import type { LineWorld } from './line.ts';
import { pollLine, socketLine, streamLine } from './lines.ts';
import { negotiate } from './negotiation.ts';

const PATH = '/api/tunnel';
const NEGOTIATION_MS = 8000;

/**
 * Opens the tunnel of this tab in the real browser. Wakes it when the user returns to the page or the network is back.
 * Returns the tab and the function that closes it.
 */
export function openTunnel(userId: string): { readonly tab: TunnelTab; readonly close: () => void } {
  const id = [...crypto.getRandomValues(new Uint32Array(4))].join('-');
  const name = `plaza.tunnel.${userId}`;
  const world = lineWorld(id);
  const tab = new TunnelTab({
    tab: id,
    name,
    others: otherTabs(),
    openClient: (events) => new TunnelClient(world, events),
  });

  const stop = new AbortController();
  const { signal } = stop;
  const onVisible = () => {
    if (document.visibilityState === 'visible') tab.wake();
  };
  document.addEventListener('visibilitychange', onVisible, { signal });
  window.addEventListener('online', () => tab.wake(), { signal });
  window.addEventListener('pagehide', () => tab.leave(), { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && tab.enter(), { signal });
  tab.enter();
  return {
    tab,
    close: () => {
      stop.abort();
      tab.leave();
    },
  };
}

function lineWorld(clientId: string): LineWorld {
  const socketUrl = `${window.location.origin.replace(/^http/, 'ws')}${PATH}/ws`;
  const ask = (path: string, init: RequestInit) => fetch(path, { credentials: 'same-origin', ...init });
  return {
    open: {
      websocket: socketLine(() => new WebSocket(socketUrl, 'tunnel.v1')),
      sse: streamLine((query) => new EventSource(`${PATH}/sse?${query}`)),
      poll: pollLine(
        (question, signal) =>
          ask(`${PATH}/poll`, {
            ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
            ...{ body: JSON.stringify(question), signal },
          }),
        clientId,
      ),
    },
    negotiate: () => negotiate(() => ask(PATH, { signal: AbortSignal.timeout(NEGOTIATION_MS) })),
    storage: openStorage(() => window.sessionStorage),
    now: Date.now,
    random: Math.random,
    later(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** Returns the access to other tabs of this browser, or null without locks or broadcasts, as on a page without https. */
function otherTabs(): TabWorld['others'] {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return null;
  return {
    hold(lock, held) {
      const stop = new AbortController();
      let release = () => stop.abort();
      const work = () =>
        new Promise<void>((resolve) => {
          release = resolve;
          held();
        });
      navigator.locks.request(lock, { signal: stop.signal }, work).catch(() => undefined);
      return () => release();
    },
    join(name, receive) {
      const radio = new BroadcastChannel(name);
      radio.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
      return { post: (message) => radio.postMessage(message), close: () => radio.close() };
    },
  };
}
