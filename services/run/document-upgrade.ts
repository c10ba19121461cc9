import { runProcess } from '#lib/admin/processes/process-runner.ts';
import { documentUpgrade } from '#lib/admin/processes/processes.ts';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { mayHoldOldDocuments } from '#lib/data/migrate-documents.ts';
import { hasTicker } from '#lib/store/stock/notice.ts';

/**
 * Upgrades the documents of earlier versions in the background, in only one of all processes. The hourly run continues
 * with the rest. Runs only in a process with a ticker.
 */
export async function startDocumentUpgrade(runtime: Runtime): Promise<void> {
  if (!hasTicker(runtime.env)) return;
  const ctx = systemContext(runtime, newId('request'));
  try {
    if (await mayHoldOldDocuments(ctx)) await runProcess(ctx, documentUpgrade, { trigger: 'startup' });
  } catch (error) {
    runtime.log('error', 'upgrade.not_started', { error });
  }
}
