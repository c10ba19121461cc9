import type { AgentMessage, AgentQuestion } from '#lib/store/schemas/agent.ts';
import { refusalOf, unreachable } from '#lib/web/api/api-client.ts';
import { readEvents } from './read-events.ts';

type Asking = {
  readonly productId: string;
  readonly question: AgentQuestion;
  readonly signal: AbortSignal;
  /** Called with each piece of the answer as it comes. */
  readonly onText: (text: string) => void;
};

/** Asks the product agent, and returns the whole answer once it is stored. Throws ApiProblem when there is none. */
export async function askAgent({ productId, question, signal, onText }: Asking): Promise<AgentMessage> {
  const response = await fetch(`/api/store/products/${productId}/agent-chat`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : unreachable();
  });
  if (!response.ok || !response.body) throw refusalOf(response.status, await response.json().catch(() => null));
  for await (const { event, data } of readEvents(response.body)) {
    // The route defines what the data of each event is.
    if (event === 'delta') onText((data as { text: string }).text);
    if (event === 'error') throw refusalOf((data as { statusCode: number }).statusCode, data);
    if (event === 'done') return (data as { answer: AgentMessage }).answer;
  }
  throw unreachable();
}
