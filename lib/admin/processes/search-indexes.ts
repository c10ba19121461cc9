import { userIndex } from '#lib/auth/user-index.ts';
import { emailIndex } from '#lib/crm/threads/thread-index.ts';
import { messageIndex } from '#lib/messaging/messages/message-index.ts';
import type { Rebuildable } from '#lib/search/rebuild-index.ts';
import { catalogIndex } from '#lib/store/catalog/reindex.ts';
import { ownProductsIndex } from '#lib/store/products/own-products-index.ts';

/** Every search index, the public catalog first. */
export const searchIndexes: readonly Rebuildable[] = [
  catalogIndex,
  ownProductsIndex,
  emailIndex,
  messageIndex,
  userIndex,
];
