import { describe, expect, it } from 'vitest';
import { textLines } from './lines.ts';
import { isDevice, signatureOf } from './signature.ts';

const firstOf = (text: string, proposed: number[] = []) => {
  const lines = textLines(text);
  return signatureOf(lines, { first: 0, end: lines.length }, new Set(proposed))?.first ?? null;
};

describe('isDevice', () => {
  it.each([
    'Sent from my iPhone',
    'Sent from Yahoo Mail for iPhone',
    'Get Outlook for iOS<https://aka.test/o0ukef>',
    'Von meinem iPhone gesendet',
    'Gesendet von Mail für Windows',
    'Envoyé de mon iPhone',
    'Enviado desde mi iPhone',
    'Enviado do meu iPhone',
    'Inviato da iPhone',
    'Verstuurd vanaf mijn iPhone',
    'Sendt fra min iPhone',
    'Skickat från min iPhone',
    'Lähetetty iPhonesta',
    'Wysłane z iPhone’a',
    'Odesláno z iPhonu',
    'iPhone’umdan gönderildi',
    'Отправлено с iPhone',
    'Надіслано з iPhone',
    '从我的 iPhone 发送',
    '发自我的iPhone',
    'iPhoneから送信',
    '나의 iPhone에서 보냄',
  ])('returns true for %j', (line) => {
    expect(isDevice(line)).toBe(true);
  });

  it.each([
    'Sent from my desk, which is easier than my phone.',
    'Sent from the warehouse on Monday, still nothing here',
    'The parcel was sent from Kyiv',
    'Sent from the shop to my old address which was wrong and then to the office which was closed, again',
  ])('returns false for %j', (line) => {
    expect(isDevice(line)).toBe(false);
  });
});

describe('signatureOf', () => {
  it('starts at a "-- " line above any number of lines, and at "--" only above a few lines', () => {
    expect(firstOf(`Yes.\n\n-- \nAnn\n${'line\n'.repeat(60)}`)).toBe(2);
    expect(firstOf('Yes.\n--\nAnn\nShop')).toBe(1);
    expect(firstOf(`Yes.\n--\n${'a line of text\n'.repeat(60)}`)).toBeNull();
  });

  it('does not start at a closing followed only by a name', () => {
    expect(firstOf('Yes.\n\nBest regards,\nAnn')).toBeNull();
    expect(firstOf('Ja.\n\nMit freundlichen Grüßen\n\nAnn Lee')).toBeNull();
  });

  it.each(['Regards,', 'Mit freundlichen Grüßen', 'Cordialement,', 'З повагою,', 'С уважением,', 'Med vennlig hilsen'])(
    'starts at %j when contact details follow the name',
    (closing) => {
      expect(firstOf(`Yes.\n\n${closing}\n\nAnn Lee\nHead of Sales, Shop Ltd\n+380 44 123 45 67`)).toBe(2);
    },
  );

  it('accepts a line that the reply parser proposes only when contact details follow', () => {
    expect(firstOf('Yes.\n\nYours truly\nAnn\nwww.shop.test', [2])).toBe(2);
    expect(firstOf('Yes.\n\nYours truly\nAnn', [2])).toBeNull();
  });

  it('excludes a postscript and does not start above full sentences', () => {
    const lines = textLines('Yes.\n\n-- \nAnn\nShop Ltd\n\nP.S. the parcel came open');
    expect(signatureOf(lines, { first: 0, end: lines.length }, new Set())).toEqual({ first: 2, end: 6, rest: false });
    expect(
      firstOf('Yes.\n\nRegards,\nAnn\n\nCall me at +380441234567.\nPlease do not send it to the old address again.'),
    ).toBeNull();
  });

  it('starts at a mailing-list footer, but not at a rule between paragraphs', () => {
    expect(firstOf('Yes.\n\n____\nshop mailing list\nshop@lists.test')).toBe(2);
    expect(firstOf('One.\n\n----\n\nTwo is what I want to say here as well.')).toBeNull();
    expect(firstOf('One.\n\n____\n\nshort')).toBeNull();
  });
});
