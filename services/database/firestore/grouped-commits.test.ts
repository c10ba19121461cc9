import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from '#lib/data/collection.ts';
import { updateOf, type Write } from '#lib/data/pending-writes.ts';
import { settled } from '#tests/support/memory-sink.ts';
import { GRPC } from './failures.ts';
import { groupCommits } from './grouped-commits.ts';

const schema = z.object({ n: z.int() });
const Notes = collection('notes', { label: 'Note', schema, indexes: [] });
const Marks = collection('marks', { label: 'Mark', schema, indexes: [] });
const note = (id: string, n = 0) => [updateOf(Notes, id, { n })];
const refused = (status: number) => Object.assign(new Error('scripted'), { code: status, details: 'scripted' });

type Sent = { readonly ids: readonly string[]; end(error?: unknown): void };

/** Returns grouped commits over a database that answers each request when the test says so. */
function scripted() {
  const sent: Sent[] = [];
  const commit = groupCommits((writes: readonly Write[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    sent.push({ ids: writes.map(({ id }) => id), end: (error) => (error ? reject(error) : resolve()) });
    return promise;
  });
  return { sent, commit, idsSent: () => sent.map(({ ids }) => ids) };
}

describe('grouped commits', () => {
  it('sends the first write at once, and the writes that arrive meanwhile in one request', async () => {
    const { sent, commit, idsSent } = scripted();

    const commits = ['a', 'b', 'c'].map((id) => commit(note(id)));
    sent[0]?.end();
    await commits[0];
    await settled(1);

    expect(idsSent()).toEqual([['a'], ['b', 'c']]);
    sent[1]?.end();
    await Promise.all(commits);
  });

  it('groups at most eight writes, and sends two writes to one document in order, in two requests', async () => {
    const { sent, commit, idsSent } = scripted();
    const ids = ['first', 'a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

    const all = Promise.all(ids.map((id) => commit(note(id))));
    for (let n = 0; n < 3; n++) {
      await settled(1);
      sent[n]?.end();
    }
    await all;

    expect(idsSent()).toEqual([['first'], ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], ['a', 'i', 'j']]);
  });

  it('delays neither another collection nor a commit of several writes', async () => {
    const { sent, commit, idsSent } = scripted();

    const all = [commit(note('a')), commit([updateOf(Marks, 'm', { n: 1 })]), commit([...note('b'), ...note('c')])];

    expect(idsSent()).toEqual([['a'], ['m'], ['b', 'c']]);
    for (const request of sent) request.end();
    await Promise.all(all);
  });

  it.each(['ABORTED', 'ALREADY_EXISTS', 'FAILED_PRECONDITION', 'INVALID_ARGUMENT', 'NOT_FOUND'] as const)(
    'commits each write alone after %s, so that only the caller with the rejected one fails',
    async (status) => {
      const { sent, commit, idsSent } = scripted();
      const first = commit(note('first'));
      const group = Promise.allSettled([commit(note('a')), commit(note('b'))]);
      sent[0]?.end();
      await first;
      await settled(1);

      sent[1]?.end(refused(GRPC[status]));
      await settled(1);
      sent[2]?.end(refused(GRPC[status]));
      sent[3]?.end();

      expect((await group).map((result) => result.status)).toEqual(['rejected', 'fulfilled']);
      expect(idsSent()).toEqual([['first'], ['a', 'b'], ['a'], ['b']]);
    },
  );

  it('does not retry a group that may have been committed: every caller gets the error', async () => {
    const { sent, commit } = scripted();
    const first = commit(note('first'));
    const group = Promise.allSettled([commit(note('a')), commit(note('b'))]);
    sent[0]?.end();
    await first;
    await settled(1);

    sent[1]?.end(refused(GRPC.CANCELLED));

    expect((await group).map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(sent).toHaveLength(2);
  });
});
