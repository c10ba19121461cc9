import type { Env } from '#lib/core/env/env.ts';
import type { KeyRing } from '#lib/core/env/secrets.ts';
import type { ChannelBook, ChannelSender, Mailbox } from '#lib/crm/mailboxes/ports.ts';
import type { Store } from '#lib/data/store.ts';
import type { MailReader, MailTools } from '#lib/mail/ports.ts';
import type { CardGateway, PurposeHandlers } from '#lib/payments/ports.ts';
import type { SearchIndex } from '#lib/search/search-index.ts';
import type { Tunnel } from '#lib/tunnel/tunnel.ts';
import type { Backups } from './ports/backups.ts';
import type { ErrorBuffer, VitalsBuffer } from './ports/collecting.ts';
import type { FileStore } from './ports/files.ts';
import type { Images } from './ports/images.ts';
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

/** The runtime of this process: one per process, created by `services/runtime.ts`. */
export type Runtime = {
  readonly env: Env;
  readonly log: Log;
  readonly now: () => Date;
  readonly data: Store;
  readonly search: SearchIndex;
  readonly memo: Memo;
  /** The search indexes this process has to finish before it is ready. */
  readonly unfinished: Set<string>;
  /** The latest pictures for sharing, by ETag. */
  readonly drawings: Memo;
  /** Draws them in a thread of its own. Null where they are drawn in this thread. */
  readonly pictureDrawer: PictureDrawer | null;
  readonly limits: RateLimiter;
  /** The load on single products that this process sees. Null where the store handles it on one row. */
  readonly heat: StockHeat | null;
  readonly schedule: Schedule;
  /** What browsers have measured, and the errors of this process and of browsers, as far as they are not stored yet. */
  readonly vitals: VitalsBuffer;
  readonly errors: ErrorBuffer;
  readonly keys: { readonly session: KeyRing; readonly settings: KeyRing };
  /** Null without SMTP_* and without the development mailbox: then sign-in throws MailNotConfigured. */
  readonly mailer: PlatformMailer | null;
  readonly devMailbox: DevMailbox | null;
  /** The mail channels of the CRM. They and the platform's mail do not share servers. */
  readonly channels: ChannelBook;
  readonly mailbox: Mailbox;
  readonly channelSender: ChannelSender;
  readonly mailTools: () => Promise<MailTools>;
  /** Parses mails in a thread of its own. Null where they are parsed in this thread. */
  readonly mailReader: MailReader | null;
  readonly files: FileStore;
  /** Reads uploaded pictures, outside the event loop. */
  readonly images: Images;
  /** Null where no unattended backups are made: without BACKUP_DIR, and on Firestore. */
  readonly backups: Backups | null;
  readonly remoteImages: RemoteImages;
  /** The shop's facts about a sender's order, for replies to their mail. */
  readonly customerOrders: CustomerOrders;
  /** Returns null when no model is set up or its daily budget is spent: then the rules reply. Follows the settings. */
  readonly model: () => Promise<Model | null>;
  readonly purposes: PurposeHandlers;
  /**
   * What messaging tells the shop about a payment request, and what the shop tells messaging about seller and order.
   */
  readonly paymentRequests: PaymentRequests;
  readonly requestShop: RequestShop;
  /** Null where no gateway is configured and no demo may run: then card routes throw GatewayNotConfigured. */
  readonly cardGateway: CardGateway | null;
  /** The ways to reach a user without an open page. */
  readonly push: PushWays;
  /** The base address of links in mails: APP_ORIGIN, else the loopback address the server listens on. */
  readonly origin: string;
  /** Live listeners of this and all other processes. Domains use it through `lib/tunnel/publish.ts`. */
  readonly tunnel: Tunnel;
  /** Who is typing where, as far as this process knows. */
  readonly typing: TypingBoard;
  /** The typing state shared by all processes. Null where one machine serves. */
  readonly typingRows: TypingRows | null;
  /** Performs every due effect that no other process performs. Returns how many were tried. */
  readonly drain: () => Promise<number>;
};

const place = Symbol.for('plaza.runtime');
type Home = { [place]?: Runtime };

/** Stores the runtime where every copy of this module finds it: one process holds several (decisions/0003). */
export function installRuntime(runtime: Runtime): void {
  (globalThis as Home)[place] = runtime;
}

/** Returns whether one of our entry points has started this process. */
export const hasRuntime = (): boolean => (globalThis as Home)[place] !== undefined;

export function currentRuntime(): Runtime {
  const runtime = (globalThis as Home)[place];
  if (!runtime) throw new Error('no runtime is installed: run services/run/web.ts or vercel.ts first');
  return runtime;
}
