import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/core/durations.ts';

// Limits, durations and pauses of the shop. Those that an operator may set are in `lib/core/env`.

export const MAX_CART_LINES = 50;
export const MAX_LINE_QTY = 999;
/** Lists show no number above this, so that a well-stocked product's entry changes only when it runs low. */
export const MAX_SHOWN_UNITS = 99;
/** How long a new order keeps its units before the shop may take them back. */
export const ORDER_HOLD_MS = 30 * MINUTE_MS;
/** How much longer than stated an unpaid order keeps its units, for a payment that is just arriving. */
export const ORDER_GRACE_MS = 10 * MINUTE_MS;
/** How long a shopper must leave a product after reaching the cap. */
export const HOLD_REST_MS = 10 * MINUTE_MS;
/** A shipped order counts as received after this time without a message. */
export const RECEIVED_AFTER_MS = 14 * DAY_MS;
/** Within this window, checking out an empty cart returns the order just placed from it (a double click). */
export const DOUBLE_CLICK_MS = 10 * MINUTE_MS;
/** After this time without an answer, a vendor is reminded of a cancel request. */
export const CANCEL_ANSWER_MS = 72 * HOUR_MS;
export const MAX_CATEGORY_DEPTH = 4;
export const MAX_CATEGORIES = 2_000;
export const MAX_CATEGORY_NAME = 80;
/** A move rewrites the path of each category below the moved one, in one transaction. */
export const MAX_MOVED_CATEGORIES = 200;
/** An uploaded table of products: its size with the overhead of the form, its rows, and the problems that are named. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024 + 64 * 1024;
export const MAX_IMPORT_ROWS = 2_000;
export const MAX_IMPORT_PROBLEMS = 500;
/** At this stock or below, a page shows how many are left. */
export const LOW_STOCK = 5;
/** Referral codes that one account ever has. */
export const MOST_REFERRAL_CODES = 5;
/** Rewards on the page of an account, the newest ones. */
export const MOST_REWARDS_SHOWN = 50;
/** Addresses in one address book. */
export const MOST_ADDRESSES = 20;
/** The most products on one wishlist. */
export const MOST_WISHES = 200;
/** Sold-out products that one user waits for. */
export const MOST_WATCHES = 100;
/** A reminder of a cart comes after the first of these times without a change, and not after the second. */
export const CART_REMINDER_FROM_MS = 4 * HOUR_MS;
export const CART_REMINDER_UNTIL_MS = 72 * HOUR_MS;
/** The minimum time between two cart reminders to one user. */
export const CART_REMINDER_REST_MS = 7 * DAY_MS;
/** How long a product must be back in stock before those who wait for it are notified. */
export const STOCK_BACK_MS = 5 * MINUTE_MS;
/** How long an uploaded picture waits for a product, logo or review to use it. */
export const MEDIA_STAGED_MS = DAY_MS;
/** How long a public picture without uses is still served, because orders show it. */
export const MEDIA_SERVED_MS = 400 * DAY_MS;
/** How long a removed picture keeps its row, and at most how long a new one may take to be stored. */
export const MEDIA_REMOVED_MS = DAY_MS;
/** The maximum total size of one vendor's pictures and files. */
export const MEDIA_QUOTA_BYTES = 5 * 1024 ** 3;
/** Files of one digital product that new buyers get, and those with removed ones, which earlier buyers keep. */
export const MOST_FILES = 20;
export const MOST_KEPT_FILES = 100;
export const MAX_FILE_NAME = 120;
/** At most how long a file of a product may take to be stored. */
export const FILE_STAGED_MS = DAY_MS;
/** How often a buyer may download a file of an order, until its seller lets them download it again. */
export const MOST_DOWNLOADS = 10;
/** How long a link to a file of an order works. */
export const DOWNLOAD_LINK_MS = 10 * MINUTE_MS;
/** How long the last download of a file can be resumed. */
export const DOWNLOAD_RESUME_MS = HOUR_MS;
/** Delivery options of one vendor that buyers can choose from, and those with inactive ones. */
export const MOST_ACTIVE_DELIVERIES = 10;
export const MOST_DELIVERIES = 30;
/** How many days `sold30d` counts. */
export const SOLD_DAYS = 30;
/** How long the daily sales of products are kept. */
export const PRODUCT_DAYS_MS = 60 * DAY_MS;
/** How long the daily sales of vendors are kept. */
export const VENDOR_DAYS_MS = 400 * DAY_MS;

/** Options of a family of products, values of one option, members, and the variants that one call creates. */
export const MAX_OPTIONS = 3;
export const MAX_VALUES = 30;
export const MAX_MEMBERS = 60;
export const MAX_VARIANTS = 20;

/** A question to the product agent, and how many messages one chat keeps. */
export const MAX_AGENT_QUESTION = 2_000;
export const MOST_AGENT_MESSAGES = 200;
/** How long an answer may take until another process takes its place. */
export const AGENT_ANSWER_MS = MINUTE_MS;
/** How long a chat with the product agent is kept after its last message. */
export const AGENT_KEPT_MS = 180 * DAY_MS;
/** How long a user's number of answers per day is kept. */
export const AGENT_USER_DAY_MS = 7 * DAY_MS;
