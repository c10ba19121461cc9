import { beforeEach, describe, expect, it } from 'vitest';
import { POST as erase } from '#app/api/admin/email/contacts/[id]/erase/route.ts';
import { GET as exportAll } from '#app/api/admin/email/contacts/[id]/export/route.ts';
import { GET as listContacts, POST as saveContact } from '#app/api/admin/email/contacts/route.ts';
import { POST as retry } from '#app/api/admin/email/dead-letters/[id]/retry/route.ts';
import { GET as listDeadLetters } from '#app/api/admin/email/dead-letters/route.ts';
import { POST as complete } from '#app/api/admin/email/tasks/[id]/complete/route.ts';
import { PATCH as changeTask } from '#app/api/admin/email/tasks/[id]/route.ts';
import { POST as createTask, GET as listTasks } from '#app/api/admin/email/tasks/route.ts';
import { POST as begin } from '#app/api/admin/email/threads/[id]/drafts/route.ts';
import { GET as openThread } from '#app/api/admin/email/threads/[id]/route.ts';
import { GET as listThreads } from '#app/api/admin/email/threads/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { EmailThreads } from '#lib/crm/collections.ts';
import { contactIdOf } from '#lib/crm/contacts/contact-id.ts';
import { quarantineMail } from '#lib/crm/mailboxes/dead-letters.ts';
import { markOverdueTasks } from '#lib/crm/tasks/tasks.ts';
import { countInbox } from '#lib/crm/threads/inbox-counts.ts';
import type { Collection } from '#lib/data/collection.ts';
import { allCollections } from '#services/collections.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { rawMail, takeMail, twoChannels } from '#tests/support/mails.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { everyRow } from '#tests/support/world.ts';

let admin: TestContext & UserContext;
let files: ReturnType<typeof openMemoryFiles>;
beforeEach(async () => {
  files = openMemoryFiles();
  const world = await testContext({ vars: twoChannels, files });
  installRuntime(world);
  admin = await asUser(world, { role: 'admin' });
});

const contacts = async (query: Readonly<Record<string, string>> = {}) =>
  (await call(listContacts, { as: admin, query })).body.contacts.map(({ email }) => email);
const everyAct = async () => (await everyRow(admin.data, AuditLog)).map(({ data }) => data.action);
const save = (body: object) => call(saveContact, { as: admin, body });

describe('/api/admin/email/contacts', () => {
  it('creates a contact once, and then changes only the given fields', async () => {
    const made = await save({ email: 'Anna@Shop.test', name: 'Anna Kovalenko', company: 'Kettles Ltd' });
    const again = await save({ email: 'anna@shop.test', type: 'vip' });

    expect(made).toMatchObject({ status: 201, body: { success: true, created: true } });
    expect(again).toMatchObject({ status: 200, body: { created: false } });
    expect(again.body.contact).toMatchObject({
      id: made.body.contact.id,
      name: 'Anna Kovalenko',
      company: 'Kettles Ltd',
      type: 'vip',
    });
    expect((await save({ email: 'no address' })).status).toBe(400);
  });

  it('changes nothing and writes no audit entry for the same values', async () => {
    const { contact } = (await save({ email: 'anna@shop.test', name: 'Anna', type: '' })).body;
    const acts = await everyAct();
    admin.clock.advance(MINUTE_MS);

    for (const body of [{}, { name: 'Anna' }, { type: null }])
      expect((await save({ email: 'anna@shop.test', ...body })).body).toEqual({
        success: true,
        created: false,
        contact,
      });

    expect(await everyAct()).toEqual(acts);
  });

  it('finds by the start of any word, case-insensitively, and by the whole type', async () => {
    await save({ email: 'anna.k@shop.test', name: 'Anna Kovalenko', company: 'Kettles Ltd', type: 'vip' });
    await save({ email: 'bob@other.test', name: 'Bob Annan', company: 'Pots' });
    await save({ email: 'carl@third.test', name: 'Łukasz Ковальчук' });

    expect(await contacts({ name: 'KOVA' })).toEqual(['anna.k@shop.test']);
    expect((await contacts({ name: 'anna' })).sort()).toEqual(['anna.k@shop.test', 'bob@other.test']);
    expect(await contacts({ name: 'anna', company: 'pot' })).toEqual(['bob@other.test']);
    expect(await contacts({ email: 'anna.k@sh' })).toEqual(['anna.k@shop.test']);
    expect(await contacts({ name: 'коваль' })).toEqual(['carl@third.test']);
    expect(await contacts({ type: 'vip' })).toEqual(['anna.k@shop.test']);
    expect(await contacts({ type: 'vi' })).toEqual([]);
    expect(await contacts({ name: '...' })).toEqual([]);
  });

  it.each(['bob@localhost', 'josé@exämple.test'])(
    'changes a contact that a mail created, even for the address %s',
    async (email) => {
      expect((await save({ email, name: 'Typed' })).status).toBe(400);
      await takeMail(admin, { from: `Written <${email}>` });

      const { status, body } = await save({ email, name: 'Typed' });

      expect(status).toBe(200);
      expect(body).toMatchObject({ created: false, contact: { id: contactIdOf(email), name: 'Typed', email } });
    },
  );

  it('keeps a name typed by a person when a mail arrives', async () => {
    await save({ email: 'anna@shop.test', name: 'Typed' });

    await takeMail(admin, { from: 'Written <anna@shop.test>' });

    const { body } = await call(listContacts, { as: admin });
    expect(body.contacts).toMatchObject([{ name: 'Typed', messageCount: 1, threadCount: 1 }]);
  });
});

describe('/api/admin/email/contacts/{id}/erase', () => {
  it('removes an address everywhere but in the audit, and does not import its mail again', async () => {
    const marker = 'zzmarkerzz';
    const mail = rawMail({
      mid: `m.${marker}@${marker}.test`,
      from: `${marker} <${marker}@shop.test>`,
      to: `help@plaza.test, other${marker}@shop.test`,
      replyTo: `reply${marker}@shop.test`,
      subject: `Subject ${marker}`,
      html: `<p>${marker}</p><img src="https://${marker}.test/a.png">`,
      references: [`r.${marker}@shop.test`],
      attachment: { name: `${marker}.txt`, type: 'text/plain', text: marker },
    });
    const { threadId } = await takeMail(admin, mail);
    await call(createTask, { as: admin, body: { threadId, title: marker, description: marker, taskType: 'call' } });
    const poison = { channelId: 'help', via: 'imap', uid: 0, uidValidity: null, raw: mail, error: null } as const;
    await quarantineMail(admin, poison);
    const id = contactIdOf(`${marker}@shop.test`);
    await admin.drain();
    expect(JSON.stringify(await dump())).toContain(marker);
    const before = await call(exportAll, { as: admin, params: { id } });
    expect(before.body.messages).toHaveLength(1);
    const { drafts, tasks } = before.body;
    expect(tasks.length).toBeGreaterThan(0);

    const wrong = await call(erase, { as: admin, params: { id }, body: { confirmEmail: 'anna@shop.test' } });
    const done = await call(erase, { as: admin, params: { id }, body: { confirmEmail: `${marker}@shop.test` } });
    const again = await call(erase, { as: admin, params: { id }, body: { confirmEmail: `${marker}@shop.test` } });
    await admin.drain();

    expect(wrong).toMatchObject({ status: 400, body: { details: { code: 'ConfirmMismatch' } } });
    expect(done.body).toEqual({
      success: true,
      erased: { threads: 1, messages: 1, drafts: drafts.length, tasks: tasks.length, attachments: 1 },
      mailboxUntouched: true,
    });
    expect(again.body.erased).toEqual({ threads: 0, messages: 0, drafts: 0, tasks: 0, attachments: 0 });
    expect((await everyAct()).filter((action) => action === 'email-contact.erased')).toHaveLength(1);
    expect(JSON.stringify(await dump())).not.toContain(marker);
    expect(files.keys()).toEqual([]);
    expect((await takeMail(admin, mail)).status).toBe('duplicate');
    expect(JSON.stringify(await dump())).not.toContain(marker);
  });
});

describe('a thread whose contact was erased', () => {
  it('is in no list and no count, has no open work, and accepts no draft, task or status', async () => {
    const { threadId } = await takeMail(admin, { mid: 'first@shop.test' });
    const about = { threadId, title: 'Call Anna', taskType: 'call', dueAt: admin.now().toISOString() };
    const { task } = (await call(createTask, { as: admin, body: about })).body;
    admin.clock.advance(MINUTE_MS);
    await markOverdueTasks(admin);
    await eraseAnna();

    const [page, counts] = await Promise.all([call(listThreads, { as: admin }), countInbox(admin)]);
    const opened = await call(openThread, { as: admin, params: { id: threadId } });
    const draft = await call(begin, { as: admin, params: { id: threadId }, body: { body: 'Hello' } });
    const another = await call(createTask, { as: admin, body: about });
    const reopened = await call(changeTask, { as: admin, params: { id: task.id }, body: { status: 'open' } });

    expect(page.body.threads).toEqual([]);
    expect(counts).toMatchObject({ new: 0, all: 0, overdueTasks: 0 });
    expect(opened.body).toMatchObject({
      thread: { id: threadId, openTaskCount: 0, erasedAt: admin.now().toISOString() },
      messages: [{ messageId: '' }],
      tasks: [],
    });
    expect([draft.status, another.status, reopened.status]).toEqual([404, 404, 404]);
  });

  it('reappears with the contact’s next mail', async () => {
    const { threadId } = await takeMail(admin, { mid: 'first@shop.test' });
    await eraseAnna();

    await takeMail(admin, { inReplyTo: 'first@shop.test', subject: 'Me again' });

    const { body } = await call(listThreads, { as: admin, query: { status: 'new' } });
    expect(body.threads).toMatchObject([{ id: threadId, subject: 'Me again', erasedAt: null }]);
  });

  const eraseAnna = async () => {
    const email = 'anna@shop.test';
    const { status } = await call(erase, {
      as: admin,
      params: { id: contactIdOf(email) },
      body: { confirmEmail: email },
    });
    expect(status).toBe(200);
  };
});

describe('erasing', () => {
  it('keeps the dead letter of another address with the same ending', async () => {
    const keep = (from: string, uid: number) =>
      quarantineMail(admin, {
        ...{ channelId: 'help', via: 'imap', uid, uidValidity: '1', error: new Error('odd') },
        raw: rawMail({ from }),
      });
    const theirs = await keep('Joann <joann@shop.test>', 1);
    const own = await keep('Ann <Ann@Shop.test>', 2);
    const { contact } = (await save({ email: 'ann@shop.test' })).body;

    await call(erase, { as: admin, params: { id: contact.id }, body: { confirmEmail: 'ann@shop.test' } });

    const { body } = await call(listDeadLetters, { as: admin });
    expect(body.deadLetters).toHaveLength(2);
    expect(body.deadLetters.find(({ id }) => id === theirs)).toMatchObject({
      from: 'Joann <joann@shop.test>',
      hasRaw: true,
    });
    expect(body.deadLetters.find(({ id }) => id === own)).toMatchObject({ from: null, subject: null, hasRaw: false });
  });
});

/** Returns every document of the store except the audit. */
async function dump(): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const one of allCollections)
    if (one.name !== AuditLog.name) rows.push(await everyRow(admin.data, one as unknown as Collection<object>));
  return rows;
}

describe('/api/admin/email/tasks', () => {
  const make = async (more: object = {}) => {
    const { threadId } = await takeMail(admin);
    return call(createTask, { as: admin, body: { threadId, title: 'Call back', taskType: 'call', ...more } });
  };
  const patch = (id: string, body: object) => call(changeTask, { as: admin, method: 'PATCH', params: { id }, body });

  it('lists tasks by due date, undated ones last', async () => {
    const never = await make();
    const late = await make({ dueAt: '2026-03-09T10:00:00+02:00' });
    const soon = await make({ dueAt: '2026-03-03T10:00:00Z' });

    const { body } = await call(listTasks, { as: admin });

    expect(body.tasks.map(({ id }) => id)).toEqual([soon, late, never].map((made) => made.body.task.id));
    expect(late.body.task.dueAt).toBe('2026-03-09T08:00:00.000Z');
    expect((await call(listTasks, { as: admin, query: { status: 'done' } })).status).toBe(400);
  });

  it('accepts only due dates in years that every time zone can count', async () => {
    const usual = (await make({ dueAt: '2999-12-31T23:59:59.999Z' })).body.task;
    const unusual = ['1969-12-31T23:59:59Z', '3000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];

    for (const dueAt of unusual) {
      expect((await make({ dueAt })).body).toMatchObject({ statusCode: 400, details: { dueAt: expect.any(String) } });
      expect((await patch(usual.id, { dueAt })).status).toBe(400);
    }
    expect((await patch(usual.id, { dueAt: '1970-01-01T00:00:00Z' })).body.task.dueAt).toBe('1970-01-01T00:00:00.000Z');
  });

  it('marks a task overdue once, and restores its status when the date moves ahead', async () => {
    const started = (await make({ dueAt: '2026-03-02T10:30:00Z' })).body.task;
    await patch(started.id, { status: 'in_progress' });
    await make();
    admin.clock.advance(40 * MINUTE_MS);

    expect([await markOverdueTasks(admin), await markOverdueTasks(admin)]).toEqual([1, 0]);
    const overdue = await call(listTasks, { as: admin, query: { status: 'overdue' } });
    const moved = await patch(started.id, { dueAt: '2026-03-20T10:00:00Z' });

    expect(overdue.body.tasks).toMatchObject([{ id: started.id, previousStatus: 'in_progress' }]);
    expect(moved.body.task).toMatchObject({ status: 'in_progress', previousStatus: null });
  });

  it('changes nothing and writes no audit entry for the same values', async () => {
    const { threadId } = await takeMail(admin);
    const dueAt = admin.now().toISOString();
    const { id } = (await make({ threadId, dueAt })).body.task;
    admin.clock.advance(MINUTE_MS);
    await markOverdueTasks(admin);
    const cancelled = await patch((await make({ threadId })).body.task.id, { status: 'cancelled' });
    const late = (await patch(id, {})).body.task;
    const acts = await everyAct();
    admin.clock.advance(MINUTE_MS);

    const again = await patch(cancelled.body.task.id, { status: 'cancelled' });
    const same = await patch(id, { title: late.title, dueAt });

    expect([again.body.task, same.body.task]).toEqual([cancelled.body.task, late]);
    expect(late.status).toBe('overdue');
    expect(await everyAct()).toEqual(acts);
  });

  it('completes a task once with its first notes, and refuses to complete a cancelled one', async () => {
    const { id, threadId } = (await make()).body.task;
    const finish = (completionNotes: string) =>
      call(complete, { as: admin, params: { id }, body: { completionNotes } });
    expect((await admin.data.need(EmailThreads, threadId)).data.openTaskCount).toBe(1);

    const [first, second] = [await finish('One'), await finish('Two')];
    const other = (await make()).body.task;
    await patch(other.id, { status: 'cancelled' });
    const refused = await call(complete, { as: admin, params: { id: other.id }, body: {} });

    expect([first, second].map(({ body }) => body.task.completionNotes)).toEqual(['One', 'One']);
    expect((await admin.data.need(EmailThreads, threadId)).data.openTaskCount).toBe(0);
    expect(refused).toMatchObject({ status: 409, body: { details: { code: 'TaskCancelled' } } });
    expect((await patch(id, { title: 'New', version: 1 })).status).toBe(409);
    expect((await make({ threadId: 'thr_none' })).status).toBe(404);
  });
});

describe('/api/admin/email/dead-letters', () => {
  it('lists a dead letter, and retry imports it once it can be read', async () => {
    const raw = rawMail({ subject: 'Odd' });
    const id = await quarantineMail(admin, {
      channelId: 'help',
      via: 'imap',
      uid: 9,
      uidValidity: '1',
      raw,
      error: new Error('odd'),
    });

    const listed = await call(listDeadLetters, { as: admin });
    const retried = await call(retry, { as: admin, params: { id } });
    const again = await call(retry, { as: admin, params: { id } });

    expect(listed.body.deadLetters).toMatchObject([{ id, status: 'waiting', subject: 'Odd', hasRaw: true }]);
    expect(retried.body).toMatchObject({ success: true, deadLetter: { status: 'read', attempts: 2 } });
    expect(again.body.deadLetter.messageId).toBe(retried.body.deadLetter.messageId);
    const acts = (await everyRow(admin.data, AuditLog)).map(({ data }) => data);
    expect(acts.filter(({ action }) => action === 'email-dead-letter.retried')).toMatchObject([
      { actorId: admin.user.id, targetId: id, after: { status: 'read', attempts: 2 } },
    ]);
  });

  it('retry reports that a webhook mail still waits, with 200', async () => {
    const said = {
      messageId: '<a@b.test>',
      from: 'a@b.test',
      to: 'c@d.test',
      subject: 'Scan',
      bodyText: '',
      date: 'once',
    };
    const id = await quarantineMail(admin, {
      channelId: 'help',
      via: 'webhook',
      uid: 0,
      uidValidity: null,
      raw: Buffer.from(JSON.stringify(said)),
      error: new Error('odd'),
    });

    const retried = await call(retry, { as: admin, params: { id } });

    expect(retried.status).toBe(200);
    expect(retried.body).toMatchObject({
      success: false,
      deadLetter: { status: 'waiting', errorCode: 'BadFields', attempts: 2 },
    });
  });
});
