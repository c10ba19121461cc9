import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/core/time.ts';
import type { OutgoingNotification } from '#lib/notifications/deliver/outgoing-notification.ts';
import { deadlineOf, MOST_BYTES, messageOf } from './message.ts';

const at = '2026-03-02T10:00:00.000Z';
const now = new Date(at);
const outgoing: OutgoingNotification = {
  id: 'ntf_1',
  userId: 'usr_1',
  type: 'ENTITY',
  title: 'Замовлення P4C0FFEE00 в дорозі',
  message: 'Усі товари відправлено.',
  priority: 'normal',
  tag: 'ntf_1',
  locale: 'uk',
  at,
  expiresAt: null,
  actionPath: '/orders/ord_1',
  count: 3,
  rows: [],
};
const sent = (patch: Partial<OutgoingNotification> = {}, share?: number) =>
  messageOf({ ...outgoing, ...patch }, deadlineOf({ ...outgoing, ...patch }, at), now, share);
const noteIn = (text: string) => JSON.parse(text) as { message: string } & Record<string, unknown>;

describe('messageOf', () => {
  it('sends the same content to a browser and to an app', () => {
    const { text, data } = sent();

    expect(noteIn(text)).toEqual({
      ...{ v: 1, id: 'ntf_1', type: 'ENTITY', title: outgoing.title, message: outgoing.message, tag: 'ntf_1' },
      ...{ urgent: false, count: 3, lang: 'uk', at, data: { actionUrl: '/orders/ord_1' } },
    });
    expect(data).toEqual({
      ...{ v: '1', id: 'ntf_1', type: 'ENTITY', title: outgoing.title, message: outgoing.message, tag: 'ntf_1' },
      ...{ urgent: 'false', count: '3', lang: 'uk', at, actionUrl: '/orders/ord_1' },
    });
  });

  it('pads its length to a multiple of 256 bytes', () => {
    const lengths = Array.from({ length: 40 }, (_, n) => Buffer.byteLength(sent({ message: 'x'.repeat(n * 20) }).text));

    expect(lengths.filter((length) => length % 256 !== 0)).toEqual([]);
    expect(new Set(lengths).size).toBeLessThan(8);
  });

  it.each([
    ['x', 2_000],
    ['ї', 2_000],
    ['👩‍🚀', 700],
    ['"', 2_000],
    ['\u0001', 2_000],
  ])('truncates a long text between characters, never within one: %j', (character, times) => {
    const { text } = sent({ title: 'Т'.repeat(200), message: character.repeat(times) });

    const { message } = noteIn(text);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
    expect(message.isWellFormed()).toBe(true);
    if (Buffer.byteLength(JSON.stringify(character.repeat(times))) > MOST_BYTES)
      expect(message.endsWith('…')).toBe(true);
    else expect(message).toBe(character.repeat(times));
  });

  it('fits the limit with the longest title, tag and path of a row', () => {
    const { text } = sent({
      ...{ title: 'Щ'.repeat(200), tag: 'т'.repeat(160), actionPath: `/${'a'.repeat(4_000)}` },
      message: 'Ж'.repeat(2_000),
    });

    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
    expect(noteIn(text).data).toEqual({ actionUrl: '/notifications' });
  });

  it('shortens the text to the given share', () => {
    expect(noteIn(sent({ message: 'x'.repeat(100) }, 0.5).text).message).toBe(`${'x'.repeat(50)}…`);
  });

  it('has a lifetime that depends on its type and ends with the notification', () => {
    expect(sent().ttlSeconds).toBe(259_200);
    expect(sent({ type: 'MESSAGE' }).ttlSeconds).toBe(86_400);
    expect(sent({ expiresAt: '2026-03-02T10:00:45.900Z' }).ttlSeconds).toBe(45);
    expect(messageOf(outgoing, deadlineOf(outgoing, at), new Date(now.getTime() + HOUR_MS)).ttlSeconds).toBe(255_600);
    expect(messageOf(outgoing, now.getTime() - 1, now).ttlSeconds).toBe(0);
  });

  it('maps the priority to an urgency, and has a topic only for a collapse key', () => {
    const urgencies = (['low', 'normal', 'high', 'urgent'] as const).map((priority) => sent({ priority }).urgency);

    expect(urgencies).toEqual(['low', 'normal', 'high', 'high']);
    expect(noteIn(sent({ priority: 'urgent' }).text).urgent).toBe(true);
    expect(sent().topic).toBeNull();
    expect(sent({ tag: 'conversation:cvs_1' }).topic).toMatch(/^[\w-]{24}$/);
    expect(sent({ tag: 'conversation:cvs_1' }).topic).not.toBe(sent({ tag: 'conversation:cvs_2' }).topic);
  });
});
