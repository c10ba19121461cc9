'use client';

import { MessageCircleQuestion } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { SignInLink } from '#components/shell/sign-in-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { keepPanel, wasPanelOpen } from '#lib/web/agent/open-panel.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import type { AgentProps } from './agent-props.ts';

const load = () => import('./agent-panel.tsx');
const AgentPanel = lazy(() => load().then((module) => ({ default: module.AgentPanel })));
/** Fetches the panel before it opens. */
const prepare = (): void => void load().catch(() => undefined);

const panelStorage = () => openStorage(() => window.sessionStorage);

/** Opens the panel below its button. A panel that was open stays open over a reload. */
export function AgentOpener({ userId, ...props }: AgentProps & { readonly userId: string | null }) {
  const { product, links, texts } = props;
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  useEffect(() => {
    if (userId !== null) setOpen(wasPanelOpen(panelStorage(), product.id));
  }, [userId, product.id]);

  const shown = (
    <>
      <MessageCircleQuestion aria-hidden className="size-5" />
      {texts.agent.open}
    </>
  );
  if (userId === null)
    return (
      <SignInLink href={links.signIn} className={buttonClass({ look: 'secondary' })}>
        {shown}
      </SignInLink>
    );
  const toggle = () => {
    keepPanel(panelStorage(), product.id, !isOpen);
    setOpen(!isOpen);
  };
  return (
    <div className="flex flex-col gap-3">
      <Button
        look="secondary"
        className="needs-script self-start"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {shown}
      </Button>
      <div id={panelId}>
        {isOpen && (
          <Suspense fallback={<p className="text-sm text-muted">{texts.agent.loading}</p>}>
            <AgentPanel {...props} userId={userId} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
