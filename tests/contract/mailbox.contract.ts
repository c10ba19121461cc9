import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Channel, type Mailbox, MailboxError } from '#lib/crm/mailboxes/ports.ts';
import { PATIENCE } from '#tests/support/patience.ts';

/** What the suite needs besides the port: an unused mailbox, and a way to put mail into it. */
export type MailboxBench = {
  readonly mailbox: Mailbox;
  fresh(): Channel;
  deliver(channel: Channel, raw: string): Promise<void>;
  close(): Promise<void>;
};

const DONE = '$CrmDone';
const mail = (n: number, text = 'Hello') =>
  [`Message-ID: <mail-${n}@asker.test>`, 'From: asker@asker.test', `Subject: Mail ${n}`, '', text, ''].join('\r\n');

/** The rules that every mailbox follows, the one of tests as well as a real server. */
export function mailboxContract(name: string, openBench: () => Promise<MailboxBench>): void {
  describe(`the mailbox: ${name}`, () => {
    let bench: MailboxBench;
    beforeAll(async () => {
      bench = await openBench();
    });
    afterAll(() => bench.close());

    const withMails = async (count: number): Promise<Channel> => {
      const channel = bench.fresh();
      for (let n = 1; n <= count; n++) await bench.deliver(channel, mail(n));
      return channel;
    };

    it('finds new mails in ascending order and leaves them unseen, however often they are fetched', async () => {
      const box = await bench.mailbox.open(await withMails(3));

      const uids = await box.search({ lastUid: 0, done: DONE });
      for (const uid of uids) await box.source(uid);

      expect(uids).toHaveLength(3);
      expect(uids).toEqual(uids.toSorted((a, b) => a - b));
      expect((await Promise.all(uids.slice(0, 1).map((uid) => box.look(uid))))[0]?.seen).toBe(false);
      await box.close();
    });

    it('finds a mail that was read elsewhere, and no processed mail', async () => {
      const channel = await withMails(3);
      const box = await bench.mailbox.open(channel);
      const [first = 0, second = 0, third = 0] = await box.search({ lastUid: 0, done: DONE });

      await box.mark(first, [DONE]);
      await box.mark(second, ['\\Seen']);
      await box.mark(third, ['\\Seen']);

      const found = await box.search({ lastUid: second, done: DONE });
      expect(found.filter((uid) => uid <= second)).toEqual([]);
      expect(found).toContain(third);
      await box.close();
    });

    it('returns a mail’s size, arrival time, flags and header', async () => {
      const box = await bench.mailbox.open(await withMails(1));
      const [uid = 0] = await box.search({ lastUid: 0, done: DONE });

      expect(await box.mark(uid, ['\\Seen', DONE])).toBe(true);
      const item = await box.look(uid);

      const source = await box.source(uid);
      expect(item).toMatchObject({ uid, seen: true, sizeBytes: source?.byteLength });
      expect(item?.keywords).toEqual([DONE]);
      expect(Math.abs(Date.parse(item?.arrivedAt ?? '') - Date.now())).toBeLessThan(120_000);
      const header = Buffer.from(item?.header ?? []).toString();
      expect(header).toContain('Message-ID: <mail-1@asker.test>');
      expect(header).not.toContain('Hello');
      await box.close();
    });

    it('returns a mail’s original bytes, whole or from the start', async () => {
      const channel = bench.fresh();
      const text = `Grüße ${'x'.repeat(5_000)} €`;
      await bench.deliver(channel, mail(1, text));
      const box = await bench.mailbox.open(channel);
      const [uid = 0] = await box.search({ lastUid: 0, done: DONE });

      const whole = Buffer.from((await box.source(uid)) ?? []);
      const part = Buffer.from((await box.source(uid, 100)) ?? []);

      expect(whole.toString('utf8').trimEnd().endsWith(text)).toBe(true);
      expect(part.equals(whole.subarray(0, 100))).toBe(true);
      await box.close();
    });

    it('returns null for a missing mail', async () => {
      const box = await bench.mailbox.open(await withMails(1));

      expect(await box.look(4_711)).toBeNull();
      expect(await box.source(4_711)).toBeNull();
      await box.close();
    });

    it('finds mails that arrived since a day', async () => {
      const box = await bench.mailbox.open(await withMails(2));
      const inTwoDays = new Date(Date.now() + 2 * 86_400_000);

      expect(await box.searchSince(new Date(Date.now() - 86_400_000))).toHaveLength(2);
      expect(await box.searchSince(inTwoDays)).toEqual([]);
      await box.close();
    });

    it('reports its UIDVALIDITY, and that custom flags are allowed', async () => {
      const box = await bench.mailbox.open(await withMails(1));
      const [uid = 0] = await box.search({ lastUid: 0, done: DONE });

      expect(box.state.uidValidity).toMatch(/^\d+$/);
      expect(box.state.uidNext).toBeGreaterThan(uid);
      expect(box.state).toMatchObject({ keywords: true, tokenExpiresAt: null });
      expect(box.state.capabilities.length).toBeGreaterThan(0);
      await box.close();
    });

    it('throws on a closed connection instead of finding nothing', async () => {
      const box = await bench.mailbox.open(await withMails(1));
      await box.close();

      await expect(box.search({ lastUid: 0, done: DONE })).rejects.toThrow(MailboxError);
      await expect(box.look(1)).rejects.toThrow(MailboxError);
      await expect(box.source(1)).rejects.toThrow(MailboxError);
      await expect(box.mark(1, ['\\Seen'])).rejects.toThrow(MailboxError);
    });

    it('finds a sent mail by its Message-ID, and only that one', async () => {
      const channel = bench.fresh();

      expect(await bench.mailbox.findSent(channel, 'mail-7@asker.test')).toBe(false);
      expect(await bench.mailbox.appendSent(channel, Buffer.from(mail(7)))).toBe(true);

      expect(await bench.mailbox.findSent(channel, 'mail-7@asker.test')).toBe(true);
      expect(await bench.mailbox.findSent(channel, 'mail-8@asker.test')).toBe(false);
    });

    it('calls a listener at once, and again for new mail, until the listener is closed', async () => {
      const channel = bench.fresh();
      const exists = vi.fn();
      const state = vi.fn();
      const listener = bench.mailbox.listen(channel, { exists, state });
      await vi.waitFor(() => expect(exists).toHaveBeenCalledTimes(1), PATIENCE);

      await bench.deliver(channel, mail(1));
      await vi.waitFor(() => expect(exists.mock.calls.length).toBeGreaterThan(1), PATIENCE);
      expect(listener.state).toBe('idle');
      expect(listener.lastEventAt).not.toBeNull();

      await listener.close();
      const before = exists.mock.calls.length;
      const witness = vi.fn();
      const other = bench.mailbox.listen(channel, { exists: witness, state: () => {} });
      await vi.waitFor(() => expect(witness).toHaveBeenCalledTimes(1), PATIENCE);
      await bench.deliver(channel, mail(2));
      await vi.waitFor(() => expect(witness.mock.calls.length).toBeGreaterThan(1), PATIENCE);
      await other.close();
      expect(listener.state).toBe('closed');
      expect(exists.mock.calls.length).toBe(before);
      expect(state.mock.lastCall).toEqual(['closed', null]);
    });
  });
}
