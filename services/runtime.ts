import { isIPv6 } from 'node:net';
import { openErrorBuffer } from '#lib/admin/errors/error-buffer.ts';
import { openVitalsBuffer } from '#lib/admin/vitals/vitals-buffer.ts';
import { Memo } from '#lib/context/ports/memo.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import type { Env } from '#lib/core/env/env.ts';
import { armFault } from '#lib/core/fault.ts';
import { readChannels } from '#lib/crm/mailboxes/channels.ts';
import { openRefreshTokens } from '#lib/crm/mailboxes/refresh-tokens.ts';
import { paymentRequests } from '#lib/messaging/cards/payment-requests.ts';
import { openTypingBoard } from '#lib/messaging/messages/typing-board.ts';
import { openTypingRows } from '#lib/messaging/messages/typing-rows.ts';
import { membershipHandler } from '#lib/payments/wallet/membership.ts';
import { walletTopupHandler } from '#lib/payments/wallet/wallet.ts';
import { openCustomerOrders } from '#lib/store/orders/customer-order.ts';
import { storeOrderHandler } from '#lib/store/orders/paid-handler.ts';
import { requestShop } from '#lib/store/orders/request-orders.ts';
import { openStockHeat } from '#lib/store/stock/heat.ts';
import { TunnelHub } from '#lib/tunnel/connections/hub.ts';
import { openBackups } from '#services/backup/open.ts';
import { openCardGateway } from '#services/card-gateway/open.ts';
import { openStore } from '#services/database/open.ts';
import { openFiles } from '#services/files/open.ts';
import { openRemoteImages } from '#services/http/remote-images.ts';
import { openImagesHere } from '#services/images/open-images.ts';
import { openKeys } from '#services/keys/key-file.ts';
import { calmRefusals } from '#services/log/calm-refusals.ts';
import { openLog } from '#services/log/pino.ts';
import { openChannels } from '#services/mail/open-channels.ts';
import { openMail } from '#services/mail/open-mail.ts';
import { readPem } from '#services/mail/read-pem.ts';
import { withDemoPush } from '#services/push/demo-vapid.ts';
import { openPush } from '#services/push/open.ts';
import { openMemoryLimiter } from '#services/rate-limit/memory.ts';
import { openSharedLimiter } from '#services/rate-limit/shared.ts';
import { channelSources } from '#services/run/channel-sources.ts';
import { drainOnce } from '#services/run/drainer.ts';
import { effects } from '#services/run/effects.ts';
import { openModels } from '#services/run/model-source.ts';
import { openSchedule } from '#services/schedule/croner.ts';
import { openSearch } from '#services/search/open.ts';
import { openBus, openTunnel } from '#services/tunnel/open.ts';
import { allCollections } from './collections.ts';

/**
 * Builds the runtime, the composition root: it selects the adapter of each port, once per process. The parts in `given`
 * are used as they are and never opened here, so tests pass their own clock, log and store.
 */
export async function buildRuntime(env: Env, given: Partial<Runtime> = {}): Promise<Runtime> {
  const log = given.log ?? calmRefusals(openLog(env));
  const now = given.now ?? (() => new Date());
  armFault(env);
  const data = given.data ?? (await openStore(env, allCollections, { now, log }));
  const mail = openMail(env, { now, log });
  const keys = given.keys ?? openKeys(env);
  const channels = given.channels ?? readChannels(env, readPem);
  const runtime: Runtime = {
    env,
    log,
    now,
    data,
    search: given.search ?? (await openSearch(data)),
    memo: new Memo(now),
    unfinished: new Set(),
    // Each drawing has about 50 KB.
    drawings: new Memo(now, 100),
    pictureDrawer: null,
    // On SQLite one machine counts alone. On Firestore several processes may share the limits.
    limits: env.FIRESTORE_PROJECT_ID === undefined ? openMemoryLimiter(now) : openSharedLimiter({ data, now, log }),
    // A SQLite file commits to one row as fast as to eight. A Firestore document accepts about one write a second.
    heat: env.FIRESTORE_PROJECT_ID === undefined ? null : openStockHeat(now),
    schedule: openSchedule(),
    vitals: openVitalsBuffer({ data, now, log }),
    errors: openErrorBuffer({ data, now, log, keys }),
    keys,
    ...mail,
    channels,
    ...openChannels({
      now,
      log,
      channels,
      devMailbox: mail.devMailbox,
      refreshTokens: openRefreshTokens({ data, now, log, keys }),
    }),
    // The mail tools are large and load with the first mail.
    mailTools: async () => (await import('#services/mail/mail-tools.ts')).mailTools,
    mailReader: null,
    files: given.files ?? openFiles(env),
    images: openImagesHere(),
    backups: openBackups(env, { now, log }),
    remoteImages: openRemoteImages(),
    customerOrders: openCustomerOrders({ data, now }),
    model: () => models(),
    purposes: {
      store_order: storeOrderHandler(paymentRequests),
      wallet_topup: walletTopupHandler,
      membership_upgrade: membershipHandler,
    },
    paymentRequests,
    requestShop,
    cardGateway: given.cardGateway === undefined ? openCardGateway(env, log) : given.cardGateway,
    push: given.push ?? (await openPush(withDemoPush(env, keys.settings), now)),
    origin: env.APP_ORIGIN ?? `http://${isIPv6(env.HOST) ? `[${env.HOST}]` : env.HOST}:${env.PORT}`,
    typing: openTypingBoard(now),
    typingRows: env.FIRESTORE_PROJECT_ID === undefined ? null : openTypingRows(data),
    get tunnel() {
      return tunnel;
    },
    drain: () => drainOnce(runtime, effects),
    ...given,
  };
  const models = openModels(runtime);
  const tunnel = openTunnel(new TunnelHub(runtime, openBus(runtime), channelSources(runtime)));
  // Every call spreads the runtime, which is slow when a property is a getter.
  return { ...runtime };
}
