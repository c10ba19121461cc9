import type { Env } from '#lib/core/env/env.ts';
import type { KeyRing } from '#lib/core/env/secrets.ts';
import type { ChannelBook, ChannelSender, Mailbox } from '#lib/crm/mailboxes/ports.ts';
import type { Store } from '#lib/data/store.ts';
import type { MailReader, MailTools } from '#lib/mail/ports.ts';
import type { CardGateway, PurposeHandlers } from '#lib/payments/ports.ts';
import type { SearchIndex } from '#lib/search/search-index.ts';
import type { Tunnel } from '#lib/tunnel/tunnel.ts';
import type { Backups } from './ports/backups.ts';
import type { FileStore } from './ports/files.ts';
import type { RateLimiter } from './ports/limits.ts';
import type { Log } from './ports/log.ts';
import type { DevMailbox, PlatformMailer } from './ports/mail.ts';
import type { Memo } from './ports/memo.ts';
import type { Model } from './ports/model.ts';
import type { CustomerOrders } from './ports/orders.ts';
import type { PaymentRequests, RequestShop } from './ports/payment-requests.ts';
import type { PictureDrawer, RemoteImages } from './ports/pictures.ts';
import type { PushWays } from './ports/push.ts';
import type { Schedule } from './ports/schedule.ts';
import type { StockHeat } from './ports/stock-heat.ts';
import type { TypingBoard, TypingRows } from './ports/typing.ts';

/** The world as this process has it: one per process, made by `services/runtime.ts`. */
export type Runtime = {
  readonly env: Env;
  readonly log: Log;
  readonly now: () => Date;
  readonly data: Store;
  readonly search: SearchIndex;
  readonly memo: Memo;
  /** The search indexes this process has to finish before it is ready. */
  readonly unfinished: Set<string>;
  /** The pictures for sharing that were drawn last, by ETag. */
  readonly drawings: Memo;
  /** Draws them in a thread of its own; null where they are drawn on the spot. */
  readonly pictureDrawer: PictureDrawer | null;
  readonly limits: RateLimiter;
  /** What this process sees of the rush on single products; null where the store takes it on one row. */
  readonly heat: StockHeat | null;
  readonly schedule: Schedule;
  readonly keys: { readonly session: KeyRing; readonly settings: KeyRing };
  /** Null where neither SMTP_* nor the development mailbox is there: sign-in answers MailNotConfigured. */
  readonly mailer: PlatformMailer | null;
  readonly devMailbox: DevMailbox | null;
  /** The mail channels of the CRM. Its plane and the one above know nothing of each other's servers. */
  readonly channels: ChannelBook;
  readonly mailbox: Mailbox;
  readonly channelSender: ChannelSender;
  readonly mailTools: () => Promise<MailTools>;
  /** Reads mails in a thread of its own; null where they are read on the spot. */
  readonly mailReader: MailReader | null;
  readonly files: FileStore;
  /** Null where no unattended backups are made: without BACKUP_DIR, and on Firestore. */
  readonly backups: Backups | null;
  readonly remoteImages: RemoteImages;
  /** What the shop knows of a sender's order, for whoever answers their mail. */
  readonly customerOrders: CustomerOrders;
  /** Null where no model is set up, or today's budget for it is spent: then the rules answer. Follows the settings. */
  readonly model: () => Promise<Model | null>;
  readonly purposes: PurposeHandlers;
  /** What messaging tells the shop of a payment request, and the shop messaging of its seller and its order. */
  readonly paymentRequests: PaymentRequests;
  readonly requestShop: RequestShop;
  /** Null where no gateway is configured and no demo may run: card routes answer GatewayNotConfigured. */
  readonly cardGateway: CardGateway | null;
  /** Ways to reach a person whose pages are all closed. */
  readonly push: PushWays;
  /** Where links in mails lead: APP_ORIGIN, else the loopback address the server listens on. */
  readonly origin: string;
  /** Live listeners, of this process and of all others. Domains speak to it through `lib/tunnel/publish.ts`. */
  readonly tunnel: Tunnel;
  /** Who is writing where, as this process has heard. */
  readonly typing: TypingBoard;
  /** What every process knows of it; null where one machine serves. */
  readonly typingRows: TypingRows | null;
  /** Performs every promised effect that is due and has no performer yet; answers how many were tried. */
  readonly drain: () => Promise<number>;
};

const place = Symbol.for('plaza.runtime');
type Home = { [place]?: Runtime };

/** Hangs the runtime where every copy of this module finds it: one process holds several (decisions/0003). */
export function installRuntime(runtime: Runtime): void {
  (globalThis as Home)[place] = runtime;
}

/** Whether one of our entries has started this process. */
export const hasRuntime = (): boolean => (globalThis as Home)[place] !== undefined;

export function currentRuntime(): Runtime {
  const runtime = (globalThis as Home)[place];
  if (!runtime) throw new Error('no runtime is installed: services/run/web.ts or vercel.ts must run first');
  return runtime;
}
