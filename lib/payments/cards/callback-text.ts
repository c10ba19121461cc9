/**
 * As JSON, as percent-encoded JSON, as a form. Each pattern matches in only one way, so no body causes backtracking.
 */
const ofPayer = [
  /("(?:recToken|email|phone|clientName)"\s*:\s*")(?:\\.|[^"\\])*(")/gi,
  /(%22(?:recToken|email|phone|clientName)%22(?:%20|\+)*(?::|%3A)(?:%20|\+)*%22)(?:%5C(?:%..|[^%])|(?!%22|%5C).)*(%22)/gi,
  /((?:^|&)(?:recToken|email|phone|clientName)=)[^&]*()/gi,
];

/** Removes what names the payer, and the token that could charge the card again. A callback is stored forever. */
export const withoutPayer = (raw: string): string => ofPayer.reduce((text, part) => text.replaceAll(part, '$1$2'), raw);

/** A card number in digits, with or without separators. References and times are shorter. */
const cardNumber = /\d(?:(?:%20|[ +-])?\d){11,30}/g;
/** Bounded on both sides, so that no body causes long backtracking. */
const mailAddress = /[\w.+-]{1,64}(?:@|%40|\\u0040)[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g;

/** Some gateways send JSON as a key of a form. Returns it as JSON. */
function readable(raw: string): string {
  if (!/^%7B/i.test(raw)) return raw;
  try {
    return decodeURIComponent(raw.replaceAll('+', ' ')).replace(/=$/, '');
  } catch {
    return raw;
  }
}

/**
 * Returns the body of a callback for an admin. Besides the fields that are never stored, it masks card numbers to
 * their last digits and removes email addresses. It finds both anywhere in the body.
 */
export const maskedText = (raw: string): string =>
  withoutPayer(readable(raw))
    .replaceAll(cardNumber, (digits) => `****${digits.replaceAll(/%20|\D/g, '').slice(-4)}`)
    .replaceAll(mailAddress, '****');
