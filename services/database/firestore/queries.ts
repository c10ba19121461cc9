import type { Query as FirestoreQuery } from 'firebase-admin/firestore';
import type { Scalar } from '#lib/data/query.ts';
import type { Plan } from '#lib/data/query-plan.ts';
import type { Client } from './client.ts';

/**
 * Replaces lone surrogates with U+FFFD, as in stored documents. They have no UTF-8 encoding, so the values of a query
 * must match.
 */
const wellFormed = <V extends Scalar>(value: V): V | string =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Returns the Firestore query with the filters of a plan. */
function filtered({ database, sdk }: Client, { collection, equal, array, ranges }: Plan<object>): FirestoreQuery {
  let query: FirestoreQuery = database.collection(collection.name);
  for (const { field, values } of equal) {
    const path = new sdk.FieldPath(field);
    query =
      values.length === 1
        ? query.where(path, '==', wellFormed(values[0] ?? null))
        : query.where(path, 'in', values.map(wellFormed));
  }
  if (array) {
    const path = new sdk.FieldPath(array.field);
    query =
      array.values.length === 1
        ? query.where(path, 'array-contains', wellFormed(array.values[0] ?? null))
        : query.where(path, 'array-contains-any', array.values.map(wellFormed));
  }
  for (const { field, op, value } of ranges) query = query.where(new sdk.FieldPath(field), op, wellFormed(value));
  return query;
}

/**
 * Returns the query for the matches of a plan in its sort order, which is the order that a total needs from the index.
 */
export function sorted(client: Client, plan: Plan<object>): FirestoreQuery {
  return plan.orders.reduce(
    (query, { field, direction }) => query.orderBy(new client.sdk.FieldPath(field), direction),
    filtered(client, plan),
  );
}

/** Returns the query for the matches of a plan in its total order, after its cursor. */
export function ordered(client: Client, plan: Plan<object>): FirestoreQuery {
  const { orders, position } = plan;
  const query = sorted(client, plan).orderBy(client.sdk.FieldPath.documentId(), orders.at(-1)?.direction ?? 'asc');
  return position ? query.startAfter(...position.values.map(wellFormed), position.id) : query;
}
