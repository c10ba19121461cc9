import type { Context } from '#lib/context/context.ts';
import { forbidden, invalid } from '#lib/core/errors.ts';
import type { ListenerSwitched, ProcessorReport } from '#lib/crm/schemas/processor.ts';
import { markOverdueTasks } from '#lib/crm/tasks/tasks.ts';
import { setDesiredState, viewListener } from './listener-state.ts';
import { pollChannels } from './processor.ts';
import { processorStatus } from './processor-status.ts';
import { type ProcessorAction, processorActions } from './values.ts';

/** The action as given in the body or in the query. */
export type Asked = { readonly action?: string | undefined; readonly force?: boolean | undefined };

/** Runs an action of the processor. Errors after the start are in the response. */
export async function runAction(ctx: Context, body: Asked, query: Asked): Promise<ProcessorReport> {
  const action = actionOf(body.action, query.action);
  switch (action) {
    case 'poll':
      return pollChannels(ctx, { force: body.force ?? query.force ?? false });
    case 'status':
      return processorStatus(ctx);
    case 'mark-overdue-tasks':
      return { success: true, action, marked: await markOverdueTasks(ctx) };
    case 'stop':
      return switchListener(ctx, action);
    case 'start':
      if (!ctx.env.EMAIL_PROCESSOR_ALLOW_HTTP_START)
        throw forbidden(
          'This server does not start the listener over HTTP: set EMAIL_PROCESSOR_ALLOW_HTTP_START=true to allow it',
          {
            code: 'HttpStartDisabled',
          },
        );
      return switchListener(ctx, action);
  }
}

function actionOf(inBody: string | undefined, inQuery: string | undefined): ProcessorAction {
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery)
    throw invalid(
      'The body and the query name different actions',
      { action: 'must be the same in the body and the query' },
      { code: 'ActionMismatch' },
    );
  const asked = inBody ?? inQuery ?? 'poll';
  const action = processorActions.find((known) => known === asked);
  if (!action)
    throw invalid(
      'This action does not exist',
      { action: `must be one of ${processorActions.join(', ')}` },
      { code: 'UnknownAction' },
    );
  return action;
}

async function switchListener(ctx: Context, action: 'start' | 'stop'): Promise<ListenerSwitched> {
  await setDesiredState(ctx, action === 'start' ? 'running' : 'stopped');
  const listener = await viewListener(ctx);
  if (action === 'stop' || listener.state !== 'no_host') return { success: true, action, listener };
  // A long-running process hosts the listener and will start it. On Vercel no process does.
  if (ctx.env.VERCEL === undefined) return { success: true, action, listener: { ...listener, state: 'starting' } };
  return { success: true, action, listener, warning: 'NoListenerHost' };
}
