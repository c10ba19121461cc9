import { expect, it } from 'vitest';
import { hasLink } from './link-rule.ts';

it.each([
  ...['https://lamps.example/deal', 'www.lamps.example', 't.me/skidki', 'bit.ly/2xyz', 'goo.gl/a', 'vk.cc/abc'],
  ...['x.com/foo', 'lamps.xyz', 'lamps.top', 'lamps.de', 'info@lamps.pl', 'купи.рф', 'Пиши @skidki_ua', 'BIT.LY/2xyz'],
  ...['lamps.com.ua', 'lamps.SHOP', 'Lamps.De', 'lamps.museum/deal', 'ｂｉｔ．ｌｙ／2xyz', 'дешевле: lamps.shop.'],
])('finds the link in %s', (text) => {
  expect(hasLink('', text)).toBe(true);
});

it.each([
  ...['It works well.Me and my wife like it', 'Все супер.Test прошёл', 'Good.Works/looks great', 'Yes/no', 'и т.д.'],
  ...['Лампа 4.5 из 5', '220/230 V, 1.5 m', 'Дуже добре.Раджу', 'See p.3', 'Wait... what', '2.5m/3m', 'Ціна 5 @ 3 грн'],
])('finds none in %s', (text) => {
  expect(hasLink(text)).toBe(false);
});
