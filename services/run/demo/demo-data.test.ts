import { describe, expect, it } from 'vitest';
import { demoProducts, goodsFiles } from './goods/goods.ts';
import { demoGoodsSchema } from './goods/schema.ts';
import { demoThreads } from './mails/mails.ts';
import { demoMailsSchema } from './mails/schema.ts';
import { demoPeople } from './people/people.ts';
import { demoPeopleSchema } from './people/schema.ts';

describe('the goods of the demo', () => {
  it('follow their schema, with the same texts in three languages', () => {
    const keysOf = (texts: object) => Object.keys(texts).sort();

    expect(demoGoodsSchema.parse(goodsFiles)).toEqual(goodsFiles);
    for (const { en, uk, ru } of demoProducts) expect([keysOf(uk), keysOf(ru)]).toEqual([keysOf(en), keysOf(en)]);
  });

  it('are refused without a language, with a text that another language lacks, and with an unknown seller', () => {
    const [bag] = goodsFiles.goods.bags;
    const isRefused = (patch: object) =>
      !demoGoodsSchema.safeParse({ ...goodsFiles, goods: { ...goodsFiles.goods, bags: [{ ...bag, ...patch }] } })
        .success;

    expect(isRefused({})).toBe(false);
    expect(isRefused({ uk: undefined })).toBe(true);
    expect(isRefused({ ru: { ...bag?.ru, care: 'Стирать вручную' } })).toBe(true);
    expect(isRefused({ vendor: 'nobody' })).toBe(true);
  });
});

describe('the mails of the demo', () => {
  it('have a name for each thread', () => {
    expect(new Set(demoThreads.map(({ key }) => key)).size).toBe(demoThreads.length);
  });

  it('are refused without a subject, and with a file that has two contents', () => {
    const mail = { hoursAgo: 1, text: ['Hello'] };
    const isRefused = (patch: object) =>
      !demoMailsSchema.safeParse([{ key: 'a', subject: 'A', mails: [mail], ...patch }]).success;
    const file = { name: 'a.txt', type: 'text/plain', lines: ['a'] };

    expect(isRefused({ mails: [{ ...mail, attachment: file }] })).toBe(false);
    expect(isRefused({ subject: undefined })).toBe(true);
    expect(isRefused({ mails: [{ ...mail, attachment: { ...file, base64: 'YQ==' } }] })).toBe(true);
  });
});

describe('the people of the demo', () => {
  it('follow their schema: one of each role, and an owner of each seller', () => {
    expect(demoPeopleSchema.parse(demoPeople)).toEqual(demoPeople);
    const { admin: _, ...people } = demoPeople.people;
    expect(demoPeopleSchema.safeParse({ ...demoPeople, people }).success).toBe(false);
  });
});
