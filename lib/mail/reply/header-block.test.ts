import { describe, expect, it } from 'vitest';
import { markerOf, openingAt, withRuleAbove } from './header-block.ts';
import { textLines } from './lines.ts';

const opening = (text: string, at = 0) => openingAt(textLines(text), at);

describe('openingAt', () => {
  it.each([
    ['en', 'From: Ann <ann@shop.test>', 'Sent: Monday, May 3, 2021 10:15 AM', 'To: Bob', 'Subject: RE: order'],
    [
      'en, Apple',
      'From: Ann <ann@shop.test>',
      'Subject: order',
      'Date: 3 May 2021 at 10:15:00',
      'To: Bob <bob@shop.test>',
    ],
    ['en, bold', '*From:* Ann [mailto:ann@shop.test]', '*Sent:* Monday', '*To:* Bob', '*Subject:* order'],
    ['de', 'Von: Ann <ann@shop.test>', 'Gesendet: Montag, 3. Mai 2021 10:15', 'An: Bob', 'Betreff: AW: Bestellung'],
    ['fr', 'De : Ann <ann@shop.test>', 'Envoyé : lundi 3 mai 2021 10:15', 'À : Bob', 'Objet : commande'],
    ['es', 'De: Ann <ann@shop.test>', 'Enviado el: lunes, 3 de mayo de 2021', 'Para: Bob', 'Asunto: pedido'],
    ['it', 'Da: Ann <ann@shop.test>', 'Inviato: lunedì 3 maggio 2021', 'A: Bob', 'Oggetto: ordine'],
    ['pt', 'De: Ann <ann@shop.test>', 'Enviada em: segunda-feira', 'Para: Bob', 'Assunto: pedido'],
    ['nl', 'Van: Ann <ann@shop.test>', 'Verzonden: maandag 3 mei 2021', 'Aan: Bob', 'Onderwerp: bestelling'],
    ['da', 'Fra: Ann <ann@shop.test>', 'Sendt: 3. maj 2021 10:15', 'Til: Bob', 'Emne: ordre'],
    ['sv', 'Från: Ann <ann@shop.test>', 'Skickat: den 3 maj 2021', 'Till: Bob', 'Ämne: order'],
    [
      'fi',
      'Lähettäjä: Ann <ann@shop.test>',
      'Lähetetty: maanantai 3. toukokuuta',
      'Vastaanottaja: Bob',
      'Aihe: tilaus',
    ],
    ['pl', 'Od: Ann <ann@shop.test>', 'Wysłano: poniedziałek, 3 maja 2021', 'Do: Bob', 'Temat: zamówienie'],
    ['cs', 'Od: Ann <ann@shop.test>', 'Odesláno: pondělí 3. května 2021', 'Komu: Bob', 'Předmět: objednávka'],
    ['hu', 'Feladó: Ann <ann@shop.test>', 'Elküldve: 2021. május 3.', 'Címzett: Bob', 'Tárgy: rendelés'],
    ['ro', 'De la: Ann <ann@shop.test>', 'Trimis: luni, 3 mai 2021', 'Către: Bob', 'Subiect: comanda'],
    ['tr', 'Gönderen: Ann <ann@shop.test>', 'Gönderildi: 3 Mayıs 2021', 'Kime: Bob', 'Konu: sipariş'],
    ['ru', 'От: Ann <ann@shop.test>', 'Отправлено: 3 мая 2021 г. 10:15', 'Кому: Bob', 'Тема: заказ'],
    ['uk', 'Від: Ann <ann@shop.test>', 'Надіслано: 3 травня 2021 р. 10:15', 'Кому: Bob', 'Тема: замовлення'],
    ['el', 'Από: Ann <ann@shop.test>', 'Στάλθηκε: Δευτέρα, 3 Μαΐου 2021', 'Προς: Bob', 'Θέμα: παραγγελία'],
    ['zh', '发件人: Ann <ann@shop.test>', '发送时间: 2021年5月3日 10:15', '收件人: Bob', '主题: 订单'],
    ['ja', '差出人: Ann <ann@shop.test>', '送信日時: 2021年5月3日 10:15', '宛先: Bob', '件名: 注文'],
    ['ko', '보낸 사람: Ann <ann@shop.test>', '보낸 날짜: 2021년 5월 3일', '받는 사람: Bob', '제목: 주문'],
  ])('recognises the header block above a quoted mail: %s', (_, ...fields) => {
    expect(opening(`${fields.join('\r\n')}\r\n\r\nHello`)).toEqual({ first: 0, last: 3, kind: 'quoted' });
  });

  it('accepts a wrapped value and blank lines between fields', () => {
    const text = 'From: A Long Department\n<a@shop.test>\n\nSent: Monday\n\nTo: Bob\nSubject: x\n\nHello';
    expect(opening(text)).toMatchObject({ last: 6 });
  });

  it.each([
    ['a journey', 'From: Kyiv\nTo: Lviv\nDate: 5 May'],
    ['one field', 'From: Ann <ann@shop.test>\nHello'],
    ['an order form', 'Subject: order 12\nDate: 5 May\nTo: me'],
    ['a sentence', 'To: be or not to be\nthat is it'],
  ])('returns null for %s', (_, text) => {
    expect(opening(text)).toBeNull();
  });

  it('includes the fields below a marker and distinguishes forwarded from quoted mails', () => {
    const fields = 'From: Ann <ann@shop.test>\nDate: 3 May\nSubject: x\nTo: Bob';
    expect(opening(`---------- Forwarded message ---------\n${fields}\n\nHi`)).toEqual({
      first: 0,
      last: 4,
      kind: 'forwarded',
    });
    expect(opening(`-----Original Message-----\n${fields}\n\nHi`)).toEqual({ first: 0, last: 4, kind: 'quoted' });
  });

  it('may follow a horizontal rule, which withRuleAbove includes', () => {
    const lines = textLines('Hi\n________________\nFrom: Ann <a@shop.test>\nSent: x\nTo: y\nSubject: z');
    expect(withRuleAbove(lines, 2)).toBe(1);
    expect(withRuleAbove(lines, 1)).toBe(1);
  });
});

describe('markerOf', () => {
  it.each([
    ['-----Ursprüngliche Nachricht-----', 'quoted'],
    ['-------- Message d’origine --------', 'quoted'],
    ['----- Исходное сообщение -----', 'quoted'],
    ['-----Original Message', 'quoted'],
    ['Begin forwarded message:', 'forwarded'],
    ['Début du message transféré :', 'forwarded'],
    ['Anfang der weitergeleiteten Nachricht:', 'forwarded'],
    ['---------- Пересылаемое сообщение ---------', 'forwarded'],
    ['---------- Переслане повідомлення ---------', 'forwarded'],
    ['---------------------- Forwarded by Ann/Shop on 05/03/2021 ----------------------', 'forwarded'],
    ['> Begin forwarded message:', 'forwarded'],
  ])('reads %j', (line, kind) => {
    expect(markerOf(line)).toBe(kind);
  });

  it.each(['Original message', 'I got a forwarded message:', '--- urgent ---', '-----', 'Forwarded message'])(
    'returns null for %j',
    (line) => {
      expect(markerOf(line)).toBeNull();
    },
  );
});
