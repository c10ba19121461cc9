import { useCallback, useEffect, useRef, useState } from 'react';
import { bodyLocaleOf, type Locale } from '#lib/i18n/values.ts';
import type { ChatMode } from '#lib/store/agent/values.ts';
import type { AgentChatPage, AgentMessage } from '#lib/store/schemas/agent.ts';
import { askAgent } from '#lib/web/agent/ask-agent.ts';
import { get } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import type { AgentTexts } from './agent-props.ts';

type ChatProps = {
  readonly product: { readonly id: string; readonly currency: string };
  readonly locale: Locale;
  readonly texts: AgentTexts;
};

/** A piece of the answer that is being written, or of the last one. */
type Told = { readonly id: number; readonly text: string };

const pathOf = (productId: string): string => `/api/store/products/${productId}/agent-chat`;
const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Returns the chat about a product: stored messages, the answer as it comes, and the acts of the panel. */
export function useAgentChat({ product, locale, texts }: ChatProps) {
  const [messages, setMessages] = useState<readonly AgentMessage[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [mode, setMode] = useState<ChatMode>('page');
  const [isLoaded, setLoaded] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<readonly Told[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [text, setText] = useState('');
  const asking = useRef<AbortController | null>(null);
  const { id, currency } = product;

  const describe = useCallback(
    (error: unknown): string => {
      const { agent, problems } = texts;
      return problemText(error, { ...problems, AnswerRunning: agent.answerRunning, AgentOff: agent.agentOff });
    },
    [texts],
  );
  const load = useCallback(async (): Promise<void> => {
    try {
      const page = await get<AgentChatPage>(pathOf(id));
      setMessages(page.messages);
      setCursor(page.nextCursor);
      setMode(page.mode);
    } catch (error) {
      setProblem(describe(error));
    }
    setLoaded(true);
  }, [id, describe]);

  useEffect(() => {
    void load();
    // A panel that goes stops its answer, so that nothing writes for nobody.
    return () => asking.current?.abort();
  }, [load]);

  async function ask(question: string): Promise<void> {
    const message = question.trim();
    if (isBusy || message === '') return;
    const turn = new AbortController();
    asking.current = turn;
    setBusy(true);
    setProblem(null);
    setTold([]);
    // A suggested question leaves a draft alone.
    setText((typed) => (typed.trim() === message ? '' : typed));
    const own = { ...local(message), id: 'asked' };
    setMessages((before) => [...before, own]);
    try {
      const answer = await askAgent({
        productId: id,
        question: { message, locale: bodyLocaleOf[locale], currency },
        signal: turn.signal,
        onText: (piece) => setTold((before) => [...before, { id: before.length, text: piece }]),
      });
      setTold([]);
      setMode(answer.mode);
      setMessages((before) => [...before.filter((one) => one !== own), { ...own, id: `${answer.id}-q` }, answer]);
    } catch (error) {
      setTold([]);
      if (isAborted(error)) setMessages((before) => [...before.filter((one) => one !== own), ...stopped(own)]);
      else {
        // The question goes back into its field, to be asked again.
        setMessages((before) => before.filter((one) => one !== own));
        setText((typed) => typed || message);
        setProblem(describe(error));
      }
    }
    setBusy(false);
  }

  /** Adds the messages before the first one, and returns whether there are more. */
  async function loadEarlier(): Promise<boolean> {
    if (cursor === null) return false;
    try {
      const page = await get<AgentChatPage>(`${pathOf(id)}?before=${cursor}`);
      setMessages((before) => [...page.messages, ...before]);
      setCursor(page.nextCursor);
      return page.nextCursor !== null;
    } catch (error) {
      setProblem(describe(error));
      return true;
    }
  }

  return {
    ...{ messages, mode, isLoaded, isBusy, told, problem, text, setText, ask, loadEarlier },
    hasEarlier: cursor !== null,
    stop: () => asking.current?.abort(),
  };
}

/** Returns a question whose answer the shopper has stopped. Their ids last until the next reload. */
const stopped = (question: AgentMessage): AgentMessage[] => {
  const id = crypto.randomUUID();
  return [
    { ...question, id: `${id}-q` },
    { ...question, id, role: 'assistant', text: '', state: 'interrupted' },
  ];
};

/** Returns a question as the panel shows it until its answer is stored. */
const local = (text: string): AgentMessage => ({
  ...{ id: '', role: 'user', text, sources: [], proposals: [], mode: 'page', state: 'done' },
  createdAt: new Date().toISOString(),
});
