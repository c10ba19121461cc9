import webPush from 'web-push';
import type { PushMessage, PushSubscription } from '#lib/context/ports/push.ts';

/**
 * Returns the headers and the encrypted body (RFC 8291) of one push request, or null when the keys of the address are
 * invalid. The caller passes the signed header, because signing costs as much as encrypting (see `openVapid`).
 */
export function encryptRequest(to: PushSubscription, authorization: string, message: PushMessage) {
  const { text, ttlSeconds: TTL, urgency, topic } = message;
  try {
    const { method, headers, body } = webPush.generateRequestDetails(to, text, {
      ...{ TTL, urgency, headers: { Authorization: authorization } },
      ...(topic !== null && { topic }),
    });
    return { options: { method, headers }, body };
  } catch {
    return null;
  }
}
