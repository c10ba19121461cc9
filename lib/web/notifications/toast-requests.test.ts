import { describe, expect, it } from 'vitest';
import { openToastRequests } from './toast-requests.ts';

/** Records the requests. The test answers each of them by hand. */
function openDesk() {
  const asked: string[] = [];
  const answers: ((isRead: boolean) => void)[] = [];
  const { request } = openToastRequests((since) => {
    asked.push(since);
    return new Promise((resolve) => answers.push(resolve));
  });
  const answer = async (isRead = true) => {
    answers.shift()?.(isRead);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return { asked, request, answer };
}

describe('a check for new notifications', () => {
  it('misses nothing that arrives while it runs, and asks for all of that once', async () => {
    const { asked, request, answer } = openDesk();
    request('10:00');
    request('10:02');
    request('10:01');
    const meanwhile = [...asked];

    await answer();
    await answer();

    expect(meanwhile).toEqual(['10:00']);
    expect(asked).toEqual(['10:00', '10:01']);
    request('10:05');
    expect(asked).toEqual(['10:00', '10:01', '10:05']);
  });

  it('asks again from the time of a failed request when the next notification arrives', async () => {
    const { asked, request, answer } = openDesk();
    request('10:00');
    await answer(false);
    expect(asked).toEqual(['10:00']);

    request('10:03');

    expect(asked).toEqual(['10:00', '10:00']);
  });
});
