import { describe, expect, it } from 'vitest';
import { attributions } from './attribution.ts';
import { textLines } from './lines.ts';

const found = (text: string) => [...attributions(textLines(text)).values()];

describe('attributions', () => {
  it.each([
    ['en, Gmail', 'On Mon, May 3, 2021 at 10:15 AM Ann Lee <ann@shop.test> wrote:'],
    ['en, Apple', 'On 3 May 2021, at 10:15, Ann Lee <ann@shop.test> wrote:'],
    ['en, Yahoo', 'On Monday, May 3, 2021 at 10:15:00 AM EDT, Ann Lee <ann@shop.test> wrote:'],
    ['en, Thunderbird', 'On 5/3/21 10:15 AM, Ann Lee wrote:'],
    ['en, Notes', 'Ann Lee <ann@shop.test> wrote on 05/03/2021 10:15:12 AM:'],
    ['en, Zoho', '---- On Mon, 03 May 2021 10:15:50 +0530 ann@shop.test wrote ----'],
    ['de', 'Am Mo., 3. Mai 2021 um 10:15 Uhr schrieb Ann Lee <ann@shop.test>:'],
    ['de, name first', 'Ann Lee <ann@shop.test> schrieb am Mo., 3. Mai 2021, 10:15:'],
    ['fr', 'Le lun. 3 mai 2021 à 10:15, Ann Lee <ann@shop.test> a écrit :'],
    ['es', 'El lun, 3 may 2021 a las 10:15, Ann Lee (<ann@shop.test>) escribió:'],
    ['ca', 'El dia 3 maig 2021, a les 10:15, Ann Lee <ann@shop.test> va escriure:'],
    ['it', 'Il giorno lun 3 mag 2021 alle ore 10:15 Ann Lee <ann@shop.test> ha scritto:'],
    ['pt', 'Em seg., 3 de mai. de 2021 às 10:15, Ann Lee <ann@shop.test> escreveu:'],
    ['nl', 'Op ma 3 mei 2021 om 10:15 schreef Ann Lee <ann@shop.test>:'],
    ['nl, Apple', 'Op 3 mei 2021 om 10:15 heeft Ann Lee <ann@shop.test> het volgende geschreven:'],
    ['da', 'Den man. 3. maj 2021 kl. 10.15 skrev Ann Lee <ann@shop.test>:'],
    ['sv', 'Den mån 3 maj 2021 kl 10:15 skrev Ann Lee <ann@shop.test>:'],
    ['no', 'man. 3. mai 2021 kl. 10:15 skrev Ann Lee <ann@shop.test>:'],
    ['fi', 'ma 3. toukok. 2021 klo 10.15 Ann Lee <ann@shop.test> kirjoitti:'],
    ['et', 'Kuupäeval E, 3. mai 2021 kell 10:15 kirjutas Ann Lee <ann@shop.test>:'],
    ['pl', 'pon., 3 maj 2021 o 10:15 Ann Lee <ann@shop.test> napisał(a):'],
    ['pl, older', 'W dniu 2021-05-03 o 10:15, Ann Lee pisze:'],
    ['cs', 'po 3. 5. 2021 v 10:15 odesílatel Ann Lee <ann@shop.test> napsal:'],
    ['sk', 'po 3. 5. 2021 o 10:15 Ann Lee <ann@shop.test> napísal(a):'],
    ['hu', 'Ann Lee <ann@shop.test> ezt írta (időpont: 2021. máj. 3., H, 10:15):'],
    ['ro', 'lun., 3 mai 2021 la 10:15, Ann Lee <ann@shop.test> a scris:'],
    ['tr', 'Ann Lee <ann@shop.test>, 3 May 2021 Pzt, 10:15 tarihinde şunu yazdı:'],
    ['ru', 'пн, 3 мая 2021 г. в 10:15, Ann Lee <ann@shop.test>:'],
    ['ru, Yandex', '03.05.2021, 10:15, "Ann Lee" <ann@shop.test>:'],
    ['ru, Thunderbird', '03.05.2021 10:15, Ann Lee пишет:'],
    ['uk', 'пн, 3 трав. 2021 р. о 10:15 Ann Lee <ann@shop.test> пише:'],
    ['bg', 'На пн, 3.05.2021 г. в 10:15 Ann Lee <ann@shop.test> написа:'],
    ['el', 'Στις Δευ 3 Μαΐ 2021 στις 10:15 π.μ., ο χρήστης Ann Lee <ann@shop.test> έγραψε:'],
    ['hr', 'pon, 3. svi 2021. u 10:15 Ann Lee <ann@shop.test> napisao je: je napisao/la:'],
    ['lt', '2021-05-03, pr, 10:15 Ann Lee <ann@shop.test> rašė:'],
    ['vi', 'Vào Th 2, 3 thg 5, 2021 vào lúc 10:15 Ann Lee <ann@shop.test> đã viết:'],
    ['id', 'Pada tanggal Sen, 3 Mei 2021 pukul 10.15 Ann Lee <ann@shop.test> menulis:'],
    ['he', '‫בתאריך יום ב׳, 3 במאי 2021 ב-10:15 מאת ‪Ann Lee‬‏ <‪ann@shop.test‬‏>:‬'],
    ['zh', 'Ann Lee <ann@shop.test> 于2021年5月3日周一 10:15写道：'],
    ['zh, Apple', '在 2021年5月3日，10:15，Ann Lee <ann@shop.test> 写道：'],
    ['ja', '2021年5月3日(月) 10:15 Ann Lee <ann@shop.test>:'],
    ['ja, Apple', '2021/05/03 10:15、Ann Lee <ann@shop.test>のメール:'],
    ['ko', '2021년 5월 3일 (월) 오전 10:15, Ann Lee <ann@shop.test>님이 작성:'],
  ])('recognises the attribution line above a quote: %s', (_, line) => {
    expect(found(`Thank you.\n\n${line}\n\nyes`)).toEqual([{ first: 2, last: 2, strong: true }]);
  });

  it('joins an attribution that is wrapped over three lines', () => {
    const text = 'Thank you.\n\nOn Nov 21, 2024,\nat 10:18,\nAnn Lee <ann@shop.test> wrote:\n\nyes';
    expect(found(text)).toEqual([{ first: 2, last: 4, strong: true }]);
  });

  it.each([
    ['en, over five lines', 'On Mon,\nMay 3, 2021\nat 10:15 AM\nAnn Lee\n<ann@shop.test> wrote:', 5],
    ['en, before the verb', 'On Mon, May 3, 2021 at 10:15 AM Ann Lee <ann@shop.test>\nwrote:', 2],
    ['en, with a blank line before the verb', 'On Mon, May 3, 2021 at 10:15 AM Ann Lee <ann@shop.test>\n\nwrote:', 3],
    ['it', 'Il giorno lun 3 mag 2021 alle ore 10:15 Ann Lee\n<ann@shop.test> ha scritto:', 2],
    ['it, inside the verb', 'Il giorno 3 mag 2021, alle ore 10:15, Ann Lee <ann@shop.test> ha\nscritto:', 2],
    ['it, over three lines', 'Il giorno lunedì 3 maggio 2021 10:15:22 CEST,\nAnn Lee <ann@shop.test>\nha scritto:', 3],
    ['de', 'Am Mo., 3. Mai 2021 um 10:15 Uhr schrieb Ann Lee <\nann@shop.test>:', 2],
    ['fr', 'Le lun. 3 mai 2021 à 10:15, Ann Lee <ann@shop.test> a\nécrit :', 2],
    ['es', 'El lun, 3 may 2021 a las 10:15, Ann Lee (<ann@shop.test>)\nescribió:', 2],
    ['pl', 'pon., 3 maj 2021 o 10:15 Ann Lee\n<ann@shop.test> napisał(a):', 2],
    ['uk', 'пн, 3 трав. 2021 р. о 10:15 Ann Lee <\nann@shop.test> пише:', 2],
    ['ru', 'пн, 3 мая 2021 г. в 10:15, Ann Lee\n<ann@shop.test>:', 2],
    ['nl', 'Op 3 mei 2021 om 10:15 heeft Ann Lee <ann@shop.test> het\nvolgende geschreven:', 2],
    ['hu', 'Ann Lee <ann@shop.test> ezt írta (időpont: 2021. máj.\n3., H, 10:15):', 2],
  ])('joins a wrapped attribution: %s', (_, text, count) => {
    expect(found(`Thank you.\n\n${text}\n\nyes`)).toEqual([{ first: 2, last: 1 + count, strong: true }]);
  });

  it('joins an attribution that is wrapped inside its address', () => {
    expect(found('No.\n\nOn 3 May 2021 at 10:15 Ann Lee <ann@shop.test\n>:\n> x')).toMatchObject([
      { first: 2, last: 3 },
    ]);
  });

  it.each(['On Monday your colleague wrote:', 'On 3 May she wrote:', 'Ann Lee ha scritto:', 'Ann wrote:'])(
    'returns %j as a weak attribution',
    (line) => {
      expect(found(line)).toEqual([{ first: 0, last: 0, strong: false }]);
    },
  );

  it.each([
    'On the other hand:',
    'On 3 May 2021 we paid:',
    'My address is ann@shop.test:',
    'Delivered on 2021-05-03 10:15',
    'I wrote:',
    'See https://shop.test/2021/05/03/who-wrote:',
    'Please write to <ann@shop.test>:',
  ])('finds no attribution in %j', (line) => {
    expect(found(`Hello.\n\n${line}\n\nmore`)).toEqual([]);
  });

  it('leaves the sentence above an attribution out', () => {
    expect(found('I think so\nOn 3 May 2021, Ann <ann@shop.test> wrote:')).toMatchObject([{ first: 1 }]);
    expect(found('This is order 12 of mine.\nAnn <ann@shop.test> wrote:')).toMatchObject([{ first: 1 }]);
  });
});
