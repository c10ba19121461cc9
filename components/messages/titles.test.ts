import { describe, expect, it } from 'vitest';
import en from '#lib/i18n/en.json' with { type: 'json' };
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { mayDelete, mayEdit } from './message/may-change.ts';
import { toggled } from './message/toggled.ts';
import { fullTitleOf, previewOf, shownPeople, titleOf } from './titles.ts';

const texts = en.messages;
const person = (id: string, name: string, isDeleted = false) => ({ id, name, avatarUrl: null, isDeleted });
const people = {
  usr_ann: person('usr_ann', 'Ann'),
  usr_gone: person('usr_gone', '', true),
  usr_x: person('usr_x', ''),
};

const conversation = (patch: Partial<ConversationView>): ConversationView => ({
  ...{ id: 'cvs_1', type: 'direct', participantIds: ['usr_ann', 'usr_me'], metadata: {}, ownerId: null },
  ...{ createdBy: 'usr_me', createdAt: '2026-03-01T10:00:00.000Z', updatedAt: '2026-03-01T10:00:00.000Z' },
  ...{ lastMessageAt: null, lastMessage: null, messageSeq: 0, unreadCount: 0, lastReadSeq: 0 },
  ...{ muted: false, mutedUntil: null, archived: false, role: 'member' },
  ...patch,
});
const title = (patch: Partial<ConversationView>) => titleOf(conversation(patch), 'usr_me', people, texts);
const last = (patch: object) => ({
  ...({ id: 'msg_1', senderId: 'usr_ann', type: 'text', preview: '', createdAt: '2026-03-01T10:00:00.000Z' } as const),
  ...patch,
});

describe('the title of a conversation', () => {
  it('is the other person, the group name or the subject, depending on the type', () => {
    expect(title({})).toBe('Ann');
    expect(title({ participantIds: ['usr_gone', 'usr_me'] })).toBe(texts.deletedUser);
    expect(title({ participantIds: ['usr_x', 'usr_me'] })).toBe(texts.unnamed);
    expect(title({ type: 'group', metadata: { groupName: 'Market' } })).toBe('Market');
    expect(title({ type: 'product', metadata: { subject: ' ', productName: 'Pot' } })).toBe('Pot');
    expect(title({ type: 'entity', metadata: {} })).toBe('Ann');
    expect(title({ type: 'entity', participantIds: ['usr_me', 'usr_ann', 'usr_x'] })).toBe(texts.type_entity);
  });

  it('adds the other people to the subject of a conversation about a product', () => {
    const about = (ids: string[], metadata: Record<string, unknown> = { productName: 'Pot' }) =>
      fullTitleOf(
        conversation({ type: 'product', participantIds: ['usr_me', ...ids], metadata }),
        'usr_me',
        people,
        texts,
      );

    expect(about(['usr_ann'])).toBe('Ann · Pot');
    expect(about(['usr_ann'], { subject: 'Message from your bank' })).toBe('Ann · Message from your bank');
    expect(about(['usr_gone'])).toBe(`${texts.deletedUser} · Pot`);
    expect(about(['usr_ann', 'usr_gone', 'usr_x'])).toBe(`Ann, ${texts.deletedUser}, +1 · Pot`);
    expect(about(['usr_ann'], {})).toBe('Ann');
    expect(fullTitleOf(conversation({}), 'usr_me', people, texts)).toBe('Ann');
  });

  it('needs only the people that the row shows', () => {
    const group = { type: 'group', participantIds: ['usr_1', 'usr_2', 'usr_me'], lastMessage: last({}) } as const;

    expect(shownPeople(conversation({ ...group, participantIds: [...group.participantIds] }), 'usr_me')).toEqual([
      'usr_ann',
    ]);
    expect(shownPeople(conversation({}), 'usr_me')).toEqual(['usr_ann']);
  });
});

describe('the preview of the newest message', () => {
  it('is the text of the message or a description of its kind', () => {
    const preview = (patch: object) => previewOf(last(patch), people, texts);

    expect(preview({ preview: 'Hello <@usr_ann>' })).toBe('Hello @Ann');
    expect(preview({ kind: 'deleted' })).toBe(texts.deletedMessage);
    expect(preview({ kind: 'files' })).toBe(texts.preview_file);
    expect(preview({ type: 'image' })).toBe(texts.preview_image);
    expect(preview({ type: 'system', kind: 'missed_call', preview: 'Missed call' })).toBe(texts.system_missed_call);
    expect(preview({ type: 'system', preview: 'Something newer' })).toBe('Something newer');
  });
});

describe('the actions on a message', () => {
  const said = { senderId: 'usr_me', type: 'text', deletedAt: null, createdAt: '2026-03-01T10:00:00.000Z' };
  const message = (patch = {}) => ({ ...said, ...patch }) as Parameters<typeof mayEdit>[0];
  const [soon, late] = [Date.parse('2026-03-02T09:59:00.000Z'), Date.parse('2026-03-02T10:00:00.000Z')];
  const me = { id: 'usr_me', isRestricted: false };

  it('let the author edit a text message for a day', () => {
    expect(mayEdit(message(), me, soon)).toBe(true);
    expect(mayEdit(message(), me, late)).toBe(false);
    for (const other of [{ senderId: 'usr_ann' }, { type: 'poll' }, { deletedAt: said.createdAt }])
      expect(mayEdit(message(other), me, soon)).toBe(false);
    expect(mayEdit(message(), { ...me, isRestricted: true }, soon)).toBe(false);
  });

  it('let the author delete a message, and a group owner delete the messages of members', () => {
    const theirs = message({ senderId: 'usr_ann' });

    expect(mayDelete(message(), 'usr_me', conversation({}))).toBe(true);
    expect(mayDelete(theirs, 'usr_me', conversation({ role: 'owner' }))).toBe(false);
    expect(mayDelete(theirs, 'usr_me', conversation({ type: 'group', role: 'owner' }))).toBe(true);
    expect(mayDelete(message({ senderId: null }), 'usr_me', conversation({ type: 'group', role: 'owner' }))).toBe(
      false,
    );
  });

  it('add and remove a reaction, and drop an emoji without users', () => {
    expect(toggled({ '👍': ['usr_ann'] }, '👍', 'usr_me')).toEqual({
      reactions: { '👍': ['usr_ann', 'usr_me'] },
      isAdded: true,
    });
    expect(toggled({ '👍': ['usr_me'] }, '👍', 'usr_me')).toEqual({ reactions: {}, isAdded: false });
  });
});
