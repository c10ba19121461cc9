'use client';

import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CallManager } from '#lib/web/calls/call-manager.ts';
import type { CallRequest } from '#lib/web/calls/call-state.ts';
import { useTunnel, useTunnelDoor } from '#lib/web/tunnel/use-tunnel.ts';
import { Calls } from './call-context.ts';
import type { CallPanelProps } from './call-panel.tsx';

/** The loaded code for calls. */
type Opened = { readonly manager: CallManager; readonly CallPanel: ComponentType<CallPanelProps> };

type CallHostProps = {
  readonly me: string;
  readonly locale: Locale;
  readonly texts: Texts<'call'>;
  readonly children: ReactNode;
};

/**
 * Hosts calls above the pages, so that a call continues while the user opens other pages. The code for calls is loaded
 * only when a call rings here or the user starts one.
 */
export function CallHost({ me, locale, texts, children }: CallHostProps) {
  const door = useTunnelDoor();
  const [opened, setOpened] = useState<Opened | null>(null);
  const manager = opened?.manager;
  const opening = useRef<Promise<CallManager> | null>(null);

  const [open] = useState(() => () => {
    opening.current ??= Promise.all([import('#lib/web/calls/open-call-manager.ts'), import('./call-panel.tsx')]).then(
      ([{ openCallManager }, { CallPanel }]) => {
        const loaded = { manager: openCallManager(door, me), CallPanel };
        setOpened(loaded);
        return loaded.manager;
      },
    );
    // When loading the code fails, there is no call now; the next one loads it again.
    opening.current.catch(() => {
      opening.current = null;
    });
    return opening.current;
  });

  useTunnel('user:inbox', ({ event, ...rest }) => {
    if (event !== 'call.invite' || !('data' in rest)) return;
    const { data } = rest;
    void Promise.all([open(), import('#lib/web/calls/call-signals.ts')])
      .then(([loaded, { ringIn }]) => {
        const ring = ringIn(event, data);
        if (ring) loaded.ring(ring);
      })
      .catch(() => undefined);
  });

  useEffect(() => {
    if (!manager) return undefined;
    const leave = () => manager.leave();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [manager]);

  const calls = useMemo(
    () => ({
      texts,
      call: (request: CallRequest) =>
        void open().then(
          (loaded) => loaded.call(request),
          () => undefined,
        ),
    }),
    [texts, open],
  );

  return (
    <Calls value={calls}>
      {children}
      {opened && <opened.CallPanel manager={opened.manager} texts={texts} locale={locale} />}
    </Calls>
  );
}
