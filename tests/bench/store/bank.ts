import { readEnv } from '#lib/core/env/env.ts';
import { startDemoGateway } from '#services/card-gateway/demo.ts';
import { demoFolder, demoSecret } from '#services/card-gateway/demo-secret.ts';
import { isSigned } from '#services/card-gateway/signature.ts';
import type { ToldPayment } from '#tests/support/gateway-customer.ts';

type Note = { readonly at: string; readonly event: string; readonly orderReference: string | null };
type Accept = { readonly orderReference: string; readonly time: number; readonly signature: string };

/**
 * Opens the demo's card gateway beside the servers of a run, in this process, so that its work is not counted as the
 * shop's. It makes the decisions it is given and keeps its callbacks, because the run sends them.
 */
export async function openBank(folder: string) {
  const secret = demoSecret(folder);
  const env = readEnv({ from: { NODE_ENV: 'development' } });
  const gateway = await startDemoGateway({ port: 0, folder: demoFolder(folder), secret, env });

  const get = async (path: string): Promise<unknown> => (await fetch(`${gateway.url}${path}`)).json();
  async function tell(order: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${gateway.url}/__control`, { method: 'POST', headers, body: JSON.stringify(order) });
    if (!reply.ok) throw new Error(`the gateway answered ${reply.status}: ${await reply.text()}`);
  }
  return {
    /** The variables that make a server a shop of this gateway: a demo, on its production build. */
    vars: { PLAZA_DEMO: '1', CARDGW_DEMO_PORT: String(gateway.port), TRUSTED_PROXIES: '1' },
    /** Opens the payment page as the buyer does. */
    show: async (page: string): Promise<void> => void (await (await fetch(page)).text()),
    /**
     * Approves payments without notifying the shop, and returns the callbacks that it would have sent, in their order.
     */
    async approve(references: readonly string[]): Promise<string[]> {
      await tell({ do: 'news', times: references.length, fault: { isDropped: true } });
      await Promise.all(references.map((orderReference) => tell({ do: 'say', orderReference, status: 'Approved' })));
      const { payments } = (await get('/')) as { payments: readonly ToldPayment[] };
      const bodies = new Map(payments.map(({ orderReference, news }) => [orderReference, news.at(-1)?.body ?? '']));
      return references.map((reference) => bodies.get(reference) ?? '');
    },
    /** Returns whether a response is a signed accept of a callback of this payment. */
    isAccept(answer: string, reference: string): boolean {
      const { orderReference, time, signature } = JSON.parse(answer) as Accept;
      return orderReference === reference && isSigned(secret, [reference, 'accept', String(time)], signature);
    },
    /** Returns how often the shop asked about each payment since a moment. Payments without a request are left out. */
    async askedSince(since: number): Promise<Map<string, number>> {
      const { notes } = (await get('/__log')) as { notes: readonly Note[] };
      const times = new Map<string, number>();
      for (const { at, event, orderReference } of notes) {
        if (event !== 'api.answered' || orderReference === null || Date.parse(at) < since) continue;
        times.set(orderReference, (times.get(orderReference) ?? 0) + 1);
      }
      return times;
    },
    close: () => gateway.close(),
  };
}
export type Bank = Awaited<ReturnType<typeof openBank>>;
