import * as admin from '#lib/admin/collections.ts';
import * as errors from '#lib/admin/errors/collections.ts';
import * as preferences from '#lib/admin/preferences/collections.ts';
import * as statistics from '#lib/admin/statistics/collections.ts';
import * as vitals from '#lib/admin/vitals/collections.ts';
import * as audit from '#lib/audit/collections.ts';
import * as auth from '#lib/auth/collections.ts';
import * as crm from '#lib/crm/collections.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import { Counters } from '#lib/data/counters.ts';
import { Locks } from '#lib/data/locks.ts';
import { DocumentVersions } from '#lib/data/migrate-documents.ts';
import { ModelOutbox, Outbox, PushOutbox } from '#lib/data/outbox.ts';
import { RateLimits } from '#lib/data/rate-limit-permits.ts';
import * as messaging from '#lib/messaging/collections.ts';
import * as notifications from '#lib/notifications/collections.ts';
import * as push from '#lib/notifications/push/collections.ts';
import * as payments from '#lib/payments/collections.ts';
import * as settings from '#lib/settings/collections.ts';
import * as modelUse from '#lib/settings/model/collections.ts';
import * as agent from '#lib/store/agent/collections.ts';
import * as store from '#lib/store/collections.ts';
import * as productFiles from '#lib/store/files/collections.ts';
import * as referrals from '#lib/store/referrals/collections.ts';
import * as reviews from '#lib/store/reviews/collections.ts';
import * as tooling from '#lib/store/tooling/collections.ts';
import * as watches from '#lib/store/watches/collections.ts';
import * as wishlist from '#lib/store/wishlist/collections.ts';
import * as tunnel from '#lib/tunnel/collections.ts';
import { DemoHistories } from './run/demo/history/progress.ts';

/** Every collection of Plaza. The drivers create tables and indexes from this list. */
export const allCollections: readonly AnyCollection[] = [
  ...[
    admin,
    agent,
    audit,
    auth,
    crm,
    errors,
    messaging,
    modelUse,
    notifications,
    payments,
    preferences,
    productFiles,
    push,
    reviews,
    referrals,
    settings,
    statistics,
    store,
    tooling,
    tunnel,
    vitals,
    watches,
    wishlist,
  ].flatMap((domain): AnyCollection[] => Object.values(domain)),
  Counters,
  DemoHistories,
  DocumentVersions,
  Locks,
  Outbox,
  PushOutbox,
  ModelOutbox,
  RateLimits,
];
