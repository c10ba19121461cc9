import { beforeAll, describe, expect, it } from 'vitest';
import { mailSetIsHere } from '#tests/support/mail-sets.ts';
import { type BounceFigures, bounceFigures, type ReadMail, readHam } from '#tests/support/verdict-figures.ts';

describe.skipIf(!mailSetIsHere('sisimai'))('bounces, complaints and absence notes of some fifty mail systems', () => {
  let figures: BounceFigures;
  beforeAll(async () => {
    figures = await bounceFigures();
  });

  it('recognises all 165, among them 9 complaints and 2 absence notes', () => {
    const { mails, mistaken, complaints, absences } = figures;
    expect({ mails, mistaken, complaints, absences }).toEqual({ mails: 165, mistaken: [], complaints: 9, absences: 2 });
  });

  it('reads the status of at least 112 of 121 recipients', () => {
    expect(figures.status[1]).toBe(121);
    expect(figures.status[0]).toBeGreaterThanOrEqual(112);
  });

  it('reads the reply code of at least 105 of 122 recipients', () => {
    expect(figures.replyCode[1]).toBe(122);
    expect(figures.replyCode[0]).toBeGreaterThanOrEqual(105);
  });

  it('tells whether the address is dead in at least 142 of 154 bounces', () => {
    expect(figures.hard[1]).toBe(154);
    expect(figures.hard[0]).toBeGreaterThanOrEqual(142);
  });

  it('takes a notice of success for delivered, and nothing else', () => {
    expect(figures.delivered).toEqual(['delivered']);
  });
});

describe.skipIf(!mailSetIsHere('spamassassin'))('what people and lists wrote', () => {
  let ham: readonly ReadMail[] = [];
  beforeAll(async () => {
    ham = await readHam();
  });

  it('takes none of 207 for a bounce, and the one that says it is late for just that', () => {
    const bounces = ham.filter(({ verdict }) => verdict.bounce !== null);
    expect(ham).toHaveLength(208);
    expect(bounces.map(({ name, verdict }) => [name.slice(0, 16), verdict.kind, verdict.bounce?.outcome])).toEqual([
      ['easy-ham-1/01436', 'bounce', 'transient'],
    ]);
  });

  it('takes none for the answer of a program, and hides none from the inbox', () => {
    expect([...new Set(ham.map(({ verdict }) => verdict.kind))].sort()).toEqual(['bounce', 'human', 'list']);
  });
});
