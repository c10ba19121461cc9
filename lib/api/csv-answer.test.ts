import { describe, expect, it } from 'vitest';
import { csvAnswer } from './csv-answer.ts';

describe('csvAnswer', () => {
  it('sends a named file with all chunks of the table in their order', async () => {
    async function* table() {
      yield 'name\r\n';
      yield 'Лампа\r\n';
    }

    const answer = csvAnswer('things.csv', table());

    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="things.csv"');
    expect(await answer.text()).toBe('name\r\nЛампа\r\n');
  });

  it('stops reading the table when the client disconnects', async () => {
    let hasEnded = false;
    async function* table() {
      try {
        while (true) yield 'line\r\n';
      } finally {
        hasEnded = true;
      }
    }
    const reader = csvAnswer('things.csv', table()).body?.getReader();
    await reader?.read();

    await reader?.cancel();

    expect(hasEnded).toBe(true);
  });
});
