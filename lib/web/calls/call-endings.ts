import { ApiProblem } from '#lib/web/api/api-client.ts';
import type { ReceivedSignal, SentSignal } from './call-signals.ts';
import type { CallEnding, CallState } from './call-state.ts';

/** Returns why the server did not accept a call. It does not reveal which side has blocked the other. */
export function endingOfInvitation(error: unknown): CallEnding {
  if (!(error instanceof ApiProblem)) return 'refused';
  if (error.status === 0) return 'offline';
  if (error.status === 429) return 'tooOften';
  return error.code === 'Blocked' ? 'blocked' : error.code === 'AccountRestricted' ? 'restricted' : 'refused';
}

/** Returns how a call ends whose signal the server refuses: it has ended, or another device has accepted it. */
export function endingOfSignal(
  { type }: SentSignal,
  { status, code }: ApiProblem,
  { liveAt, isCaller, stage }: CallState,
): CallEnding {
  if (status !== 409) return 'refused';
  if (type === 'answer' && code === 'InvalidTransition') return 'elsewhere';
  if (liveAt !== null || isCaller) return 'hangup';
  // The user has pressed the button, so they are told why nothing happened.
  return stage === 'incoming' ? 'canceled' : 'over';
}

/** Returns how a call ends that the other side has hung up, or the server has ended. */
export function endingOfHangup(
  { userId, reason }: ReceivedSignal,
  { isCaller, hasLink }: { readonly isCaller: boolean; readonly hasLink: boolean },
): CallEnding {
  if (userId !== null) return hasLink ? 'hangup' : 'canceled';
  if (reason === 'expired') return isCaller ? 'noAnswer' : 'canceled';
  return reason === 'gone' ? 'gone' : 'lost';
}
