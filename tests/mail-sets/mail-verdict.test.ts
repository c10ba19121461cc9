import { beforeAll, describe, expect, it } from 'vitest';
import { mailSetIsHere } from '#tests/support/mail-sets.ts';
import { type BounceFigures, bounceFigures, type ReadMail, readHam } from '#tests/support/verdict-figures.ts';

describe.skipIf(!mailSetIsHere('sisimai'))(
  'bounces, complaints and out-of-office replies of some fifty mail systems',
  () => {
    let figures: BounceFigures;
    beforeAll(async () => {
      figures = await bounceFigures();
    });

    it('are all recognized: 165 with 9 complaints and 2 out-of-office replies', () => {
      const { mails, mistaken, complaints, absences } = figures;
      expect({ mails, mistaken, complaints, absences }).toEqual({
        mails: 165,
        mistaken: [],
        complaints: 9,
        absences: 2,
      });
    });

    it('give the status of at least 112 of 121 recipients', () => {
      expect(figures.status[1]).toBe(121);
      expect(figures.status[0]).toBeGreaterThanOrEqual(112);
    });

    it('give the reply code of at least 105 of 122 recipients', () => {
      expect(figures.replyCode[1]).toBe(122);
      expect(figures.replyCode[0]).toBeGreaterThanOrEqual(105);
    });

    it('tell whether the address is dead in at least 142 of 154 bounces', () => {
      expect(figures.hard[1]).toBe(154);
      expect(figures.hard[0]).toBeGreaterThanOrEqual(142);
    });

    it('report a delivery only for a success notice', () => {
      expect(figures.delivered).toEqual(['delivered']);
    });
  },
);

describe.skipIf(!mailSetIsHere('spamassassin'))('mails of people and mailing lists', () => {
  let ham: readonly ReadMail[] = [];
  beforeAll(async () => {
    ham = await readHam();
  });

  it('are no bounces, except one delay notice among 208', () => {
    const bounces = ham.filter(({ verdict }) => verdict.bounce !== null);
    expect(ham).toHaveLength(208);
    expect(bounces.map(({ name, verdict }) => [name.slice(0, 16), verdict.kind, verdict.bounce?.outcome])).toEqual([
      ['easy-ham-1/01436', 'bounce', 'transient'],
    ]);
  });

  it('are classified only as human, list or bounce', () => {
    expect([...new Set(ham.map(({ verdict }) => verdict.kind))].sort()).toEqual(['bounce', 'human', 'list']);
  });
});
