import { describe, expect, it } from 'vitest';
import { demoProducts, goodsFiles } from './goods/goods.ts';
import { demoGoodsSchema } from './goods/schema.ts';
import { demoThreads } from './mails/mails.ts';
import { demoMailsSchema } from './mails/schema.ts';
import { demoPeople } from './people/people.ts';
import { demoPeopleSchema } from './people/schema.ts';

describe('the demo goods', () => {
  it('follow their schema, with the same text keys in three languages', () => {
    const keysOf = (texts: object) => Object.keys(texts).sort();

    expect(demoGoodsSchema.parse(goodsFiles)).toEqual(goodsFiles);
    for (const { en, uk, ru } of demoProducts) expect([keysOf(uk), keysOf(ru)]).toEqual([keysOf(en), keysOf(en)]);
  });

  it('are rejected without a language, with a text missing in another language, or with an unknown seller', () => {
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

describe('the demo mails', () => {
  it('have a unique key for each thread', () => {
    expect(new Set(demoThreads.map(({ key }) => key)).size).toBe(demoThreads.length);
  });

  it('are rejected without a subject, or with a file that has two contents', () => {
    const mail = { hoursAgo: 1, text: ['Hello'] };
    const isRefused = (patch: object) =>
      !demoMailsSchema.safeParse([{ key: 'a', subject: 'A', mails: [mail], ...patch }]).success;
    const file = { name: 'a.txt', type: 'text/plain', lines: ['a'] };

    expect(isRefused({ mails: [{ ...mail, attachment: file }] })).toBe(false);
    expect(isRefused({ subject: undefined })).toBe(true);
    expect(isRefused({ mails: [{ ...mail, attachment: { ...file, base64: 'YQ==' } }] })).toBe(true);
  });
});

describe('the demo people', () => {
  it('follow their schema, which requires every role', () => {
    expect(demoPeopleSchema.parse(demoPeople)).toEqual(demoPeople);
    const { admin: _, ...people } = demoPeople.people;
    expect(demoPeopleSchema.safeParse({ ...demoPeople, people }).success).toBe(false);
  });
});
