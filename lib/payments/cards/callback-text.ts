/** As JSON, as percent-encoded JSON, as a form. No text can be read in two ways, so no body keeps these busy. */
const ofPayer = [
  /("(?:recToken|email|phone|clientName)"\s*:\s*")(?:\\.|[^"\\])*(")/gi,
  /(%22(?:recToken|email|phone|clientName)%22(?:%20|\+)*(?::|%3A)(?:%20|\+)*%22)(?:%5C(?:%..|[^%])|(?!%22|%5C).)*(%22)/gi,
  /((?:^|&)(?:recToken|email|phone|clientName)=)[^&]*()/gi,
];

/** A callback is kept for ever: not with what names the payer, nor with the token that could charge the card again. */
export const withoutPayer = (raw: string): string => ofPayer.reduce((text, part) => text.replaceAll(part, '$1$2'), raw);

/** A card number in digits, however they are grouped. References and times are shorter than one. */
const cardNumber = /\d(?:(?:%20|[ +-])?\d){11,30}/g;
/** Bounded on both sides, so that no body keeps it busy. */
const mailAddress = /[\w.+-]{1,64}(?:@|%40|\\u0040)[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g;

/** Some gateways send JSON as a key of a form; it is read more easily as what it is. */
function readable(raw: string): string {
  if (!/^%7B/i.test(raw)) return raw;
  try {
    return decodeURIComponent(raw.replaceAll('+', ' ')).replace(/=$/, '');
  } catch {
    return raw;
  }
}

/**
 * The body of a callback for the eyes of a person: besides what is never kept of it, card numbers are cut to their end and
 * addresses taken out, wherever in it the gateway has put them.
 */
export const maskedText = (raw: string): string =>
  withoutPayer(readable(raw))
    .replaceAll(cardNumber, (digits) => `****${digits.replaceAll(/%20|\D/g, '').slice(-4)}`)
    .replaceAll(mailAddress, '****');
