import { describe, expect, it } from 'vitest';
import en from '#lib/i18n/en.json' with { type: 'json' };
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { changesOf, type Profile, profileErrors } from './profile-changes.ts';

const profile: Profile = {
  name: 'Anna',
  handle: 'anna',
  bio: '',
  locale: 'en',
  timezone: 'Europe/Kyiv',
  readReceipts: true,
  findByHandle: true,
};

function formOf(changes: Readonly<Record<string, string | null>>): FormData {
  const form = new FormData();
  const all = {
    name: 'Anna',
    handle: 'anna',
    bio: '',
    locale: 'en',
    timezone: 'Europe/Kyiv',
    readReceipts: 'on',
    findByHandle: 'on',
    ...changes,
  };
  for (const [name, value] of Object.entries(all)) if (value !== null) form.set(name, value);
  return form;
}

describe('the changes read from the profile form', () => {
  it('are empty when no field was edited', () => {
    expect(changesOf(profile, formOf({}))).toEqual({});
  });

  it('contain only the edited fields, trimmed', () => {
    expect(changesOf(profile, formOf({ name: ' Anna K ', readReceipts: null, findByHandle: null }))).toEqual({
      name: 'Anna K',
      readReceipts: false,
      findByHandle: false,
    });
    expect(changesOf(profile, formOf({ locale: 'uk', timezone: 'Europe/Warsaw' }))).toEqual({
      locale: 'uk',
      timezone: 'Europe/Warsaw',
    });
  });

  it('normalise a handle to lower case without the @, and ignore an emptied handle', () => {
    expect(changesOf(profile, formOf({ handle: '@Anna_K' }))).toEqual({ handle: 'anna_k' });
    expect(changesOf(profile, formOf({ handle: '' }))).toEqual({});
  });
});

describe('profileErrors', () => {
  const problem = (details: Record<string, string>) =>
    new ApiProblem({ error: 'ValidationError', message: 'no', statusCode: 400, details });

  it('returns the message for a rejected field under that field', () => {
    expect(profileErrors(problem({ code: 'HandleTaken', handle: 'is taken' }), en.account)).toEqual({
      handle: en.account.handleTaken,
    });
    expect(profileErrors(problem({ handle: 'x', bio: 'y', timezone: 'z' }), en.account)).toEqual({
      handle: en.account.handleBad,
      bio: en.account.bioBad,
      timezone: en.account.timezoneBad,
    });
  });

  it('returns the message under the form when no field was rejected', () => {
    expect(profileErrors(problem({}), en.account)).toEqual({ form: en.account.failed });
    expect(profileErrors(new Error('offline'), en.account)).toEqual({ form: en.account.failed });
  });
});
