import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { EmailListeners } from '#lib/crm/collections.ts';
import { type EmailListener, LISTENER_ID } from '#lib/crm/schemas/channel.ts';
import type { ListenerView } from '#lib/crm/schemas/processor.ts';
import { from } from '#lib/data/query.ts';

/** A host that has not been heard of for so long is gone; it says something every ten seconds. */
const SILENT_MS = 35 * SECOND_MS;

/** What holds before anybody has said anything: whoever runs a listener wants it to listen. */
const unsaid = (now: Date): EmailListener => ({
  desired: 'running',
  heartbeatAt: null,
  instanceId: null,
  connections: [],
  updatedAt: now.toISOString(),
});

/** The words of the listener, those that one may wait for. */
export const listenerRows = () => from(EmailListeners).limit(1);

/** Whether a call has said that the listener is wanted, and none has taken that back. */
export const isStarted = async (ctx: Context): Promise<boolean> =>
  (await ctx.data.get(EmailListeners, LISTENER_ID))?.data.desired === 'running';

export async function readListener(ctx: Context): Promise<EmailListener> {
  const row = await ctx.data.get(EmailListeners, LISTENER_ID);
  return row?.data ?? unsaid(ctx.now());
}

/** The listener as it is answered. What a host that is gone said last of its connections holds no more. */
export async function viewListener(ctx: Context): Promise<ListenerView> {
  const row = await readListener(ctx);
  const { desired, heartbeatAt } = row;
  const isHeard = heartbeatAt !== null && ctx.now().getTime() - Date.parse(heartbeatAt) <= SILENT_MS;
  const connections = isHeard ? row.connections : [];
  return { desired, state: isHeard ? stateOf(row) : 'no_host', heartbeatAt, connections };
}

/** What it does, which for a moment is not what is wanted: its host has to hear of that first. */
function stateOf({ desired, connections }: EmailListener): ListenerView['state'] {
  if (connections.some(({ state }) => state === 'idle')) return 'running';
  return desired === 'stopped' && connections.length === 0 ? 'stopped' : 'starting';
}

/** Says whether the listener is wanted. Its host, if there is one, reads it within ten seconds. */
export const wishListener = (ctx: Context, desired: EmailListener['desired']): Promise<void> =>
  changeListener(ctx, { desired });

/** What its host says of the listener. It never says whether the listener is wanted. */
export const noteListener = (
  ctx: Context,
  seen: Pick<EmailListener, 'instanceId' | 'heartbeatAt' | 'connections'>,
): Promise<void> => changeListener(ctx, seen);

async function changeListener(ctx: Context, change: Partial<EmailListener>): Promise<void> {
  const now = ctx.now();
  await ctx.data.tx(
    async (t) => {
      const before = (await t.get(EmailListeners, LISTENER_ID))?.data ?? unsaid(now);
      t.set(EmailListeners, LISTENER_ID, { ...before, ...change, updatedAt: now.toISOString() });
    },
    { lane: `email_listeners/${LISTENER_ID}` },
  );
}
