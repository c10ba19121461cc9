import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { EmailListeners } from '#lib/crm/collections.ts';
import { type EmailListener, LISTENER_ID } from '#lib/crm/schemas/channel.ts';
import type { ListenerView } from '#lib/crm/schemas/processor.ts';
import { from } from '#lib/data/query.ts';

/** A host without a heartbeat for this long is gone. Hosts send a heartbeat every ten seconds. */
const SILENT_MS = 35 * SECOND_MS;

/** Returns the initial state. A process that runs a listener wants it to listen. */
const initialState = (now: Date): EmailListener => ({
  desired: 'running',
  heartbeatAt: null,
  instanceId: null,
  connections: [],
  updatedAt: now.toISOString(),
});

/** Selects the row of the listener, so that a caller can wait for its changes. */
export const listenerRows = () => from(EmailListeners).limit(1);

/** Returns true when a caller started the listener and no caller has stopped it since. */
export const isStarted = async (ctx: Context): Promise<boolean> =>
  (await ctx.data.get(EmailListeners, LISTENER_ID))?.data.desired === 'running';

export async function readListener(ctx: Context): Promise<EmailListener> {
  const row = await ctx.data.get(EmailListeners, LISTENER_ID);
  return row?.data ?? initialState(ctx.now());
}

/** Returns the listener for API responses. The connections of a host that is gone are left out. */
export async function viewListener(ctx: Context): Promise<ListenerView> {
  const row = await readListener(ctx);
  const { desired, heartbeatAt } = row;
  const hasHost = heartbeatAt !== null && ctx.now().getTime() - Date.parse(heartbeatAt) <= SILENT_MS;
  const connections = hasHost ? row.connections : [];
  return { desired, state: hasHost ? stateOf(row) : 'no_host', heartbeatAt, connections };
}

/** Returns what the listener does. This can differ from `desired` until its host reads the change. */
function stateOf({ desired, connections }: EmailListener): ListenerView['state'] {
  if (connections.some(({ state }) => state === 'idle')) return 'running';
  return desired === 'stopped' && connections.length === 0 ? 'stopped' : 'starting';
}

/** Starts or stops the listener. Its host, if any, reads the change within ten seconds. */
export const setDesiredState = (ctx: Context, desired: EmailListener['desired']): Promise<void> =>
  changeListener(ctx, { desired });

/** Stores what the host reports of the listener. The report never changes `desired`. */
export const saveListenerReport = (
  ctx: Context,
  seen: Pick<EmailListener, 'instanceId' | 'heartbeatAt' | 'connections'>,
): Promise<void> => changeListener(ctx, seen);

async function changeListener(ctx: Context, change: Partial<EmailListener>): Promise<void> {
  const now = ctx.now();
  await ctx.data.tx(
    async (t) => {
      const before = (await t.get(EmailListeners, LISTENER_ID))?.data ?? initialState(now);
      t.set(EmailListeners, LISTENER_ID, { ...before, ...change, updatedAt: now.toISOString() });
    },
    { lane: `email_listeners/${LISTENER_ID}` },
  );
}
