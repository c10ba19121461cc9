import { describe, expect, it } from 'vitest';
import en from '#lib/i18n/en.json' with { type: 'json' };
import ru from '#lib/i18n/ru.json' with { type: 'json' };
import { systemKinds } from '#lib/messaging/values.ts';
import { systemText } from './system-text.ts';

const person = (id: string, name: string) => ({ id, name, avatarUrl: null, isDeleted: name === '' });
const people = {
  usr_ann: person('usr_ann', 'Ann'),
  usr_bob: person('usr_bob', 'Bob'),
  usr_gone: person('usr_gone', ''),
};
const textOf = (metadata: object, me = 'usr_me', locale: 'en' | 'ru' = 'en') => {
  const words = locale === 'en' ? en : ru;
  return systemText(
    { content: 'The server says so', metadata: { ...metadata } },
    { texts: words.messageCards, words: words.messageNames, locale, people, me },
  );
};

describe('systemText', () => {
  it('uses current names, "you" for the reader and "Deleted user" for deleted accounts', () => {
    const joined = { kind: 'member_joined', userIds: ['usr_me', 'usr_bob', 'usr_gone'], byId: 'usr_ann' };

    expect(textOf(joined)).toBe('Ann added Bob, Deleted user, and you');
    expect(textOf(joined, 'usr_ann')).toContain('You added ');
    expect(textOf(joined, 'usr_me', 'ru')).toBe('Ann добавляет в чат: Bob, Удалённый пользователь и вы');
  });

  it('says that a member joined when the member added themselves', () => {
    const back = { kind: 'member_joined', userIds: ['usr_ann'], byId: 'usr_ann' };

    expect(textOf(back)).toBe('Ann joined');
    expect(textOf(back, 'usr_ann')).toBe('You joined');
  });

  it('words a missed call differently for the caller and for the callee', () => {
    const missed = { kind: 'missed_call', callId: 'cll_1', media: 'audio', callerId: 'usr_ann' };

    expect(textOf(missed)).toBe('Missed call from Ann');
    expect(textOf(missed, 'usr_ann')).toBe('Your call was not answered');
  });

  it('shows the duration of a call', () => {
    const ended = { kind: 'call_ended', callId: 'cll_1', media: 'audio', durationSeconds: 65 };

    expect(textOf(ended)).toBe('Call ended · 1:05');
    expect(textOf({ ...ended, media: 'video', durationSeconds: 3_605 })).toBe('Video call ended · 1:00:05');
    expect(textOf({ ...ended, durationSeconds: 0 }, 'usr_me', 'ru')).toBe('Звонок завершён · 0:00');
  });

  it('has a text for every kind, and shows the text of the server for an unknown kind', () => {
    for (const kind of systemKinds) expect(textOf({ kind, userIds: ['usr_bob'] })).not.toBe('The server says so');
    expect(textOf({ kind: 'something_new' })).toBe('The server says so');
  });

  it('does not treat braces in a name as placeholders', () => {
    expect(textOf({ kind: 'group_renamed', groupName: '{by} & {names}', byId: 'usr_ann' })).toBe(
      'Ann renamed the group to “{by} & {names}”',
    );
  });
});
