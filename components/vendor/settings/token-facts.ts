import type { Reader } from '#lib/i18n/console/texts.ts';
import { timeText } from '#lib/i18n/console/times.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { TokenView } from '#lib/store/schemas/vendor-token.ts';

type TokenState = 'active' | 'expired' | 'revoked';

/** Returns whether a token works at a time, and if not, why. */
export const stateOf = ({ revokedAt, expiresAt }: TokenView, now: string): TokenState =>
  revokedAt !== null ? 'revoked' : expiresAt <= now ? 'expired' : 'active';

/** Returns until when a token works or since when it does not, and when it was used last. */
export function factsOf(
  { revokedAt, expiresAt, lastUsedAt }: TokenView,
  state: TokenState,
  texts: SellerTexts<'tokens'>,
  reader: Reader,
): readonly string[] {
  const say = (text: string, at: string) => fill(text, { time: timeText(at, reader) }, reader.locale);
  const span = { active: texts.until, expired: texts.expiredAt, revoked: texts.revokedAt };
  return [
    say(span[state], revokedAt ?? expiresAt),
    lastUsedAt === null ? texts.neverUsed : say(texts.lastUsed, lastUsedAt),
  ];
}
