import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openLog } from './pino.ts';
import { openTerminal } from './terminal.ts';

function shown(write: (log: ReturnType<typeof openLog>) => void, { isOpen = true } = {}) {
  const written: string[] = [];
  const terminal = openTerminal((text) => written.push(text));
  if (isOpen) terminal.open();
  write(openLog({ LOG_LEVEL: 'debug' }, terminal));
  return stripVTControlCharacters(written.join(''));
}

describe('the log on a terminal', () => {
  it('writes one readable line per event: time, level, event and facts', () => {
    const text = shown((log) => {
      log('info', 'order.placed', { orderId: 'ord_1', lines: 2, note: 'two words', tags: ['a'], none: null });
      log('warn', 'channel.paused', { link: 'http://127.0.0.1:3000/a?b=1' });
    });

    expect(text.replaceAll(/\d\d:\d\d:\d\d/g, 'TIME')).toBe(
      'TIME INFO  order.placed orderId=ord_1 lines=2 note="two words" tags=["a"] none=null\nTIME WARN  channel.paused link=http://127.0.0.1:3000/a?b=1\n',
    );
  });

  it('writes an error’s stack below its line', () => {
    const [line, first, second] = shown((log) =>
      log('error', 'x.failed', { id: 1, error: new Error('no disk') }),
    ).split('\n');

    expect(line).toMatch(/ERROR x\.failed id=1$/);
    expect(first).toBe('    Error: no disk');
    expect(second).toMatch(/^ {4}at /);
  });

  it('redacts the same secrets as the JSON log', () => {
    expect(shown((log) => log('info', 'x', { password: 's1', why: 'Bearer abc.def' }))).toMatch(
      /password=.?\[redacted\].? why="Bearer \[redacted\]"\n$/,
    );
  });

  it('lets no outside text move the cursor, break a line or reorder it', () => {
    const hostile = 'a\u001b[2Jb\u009b2Jc\nd\u2028e\u202ef';
    const error = new Error(hostile);

    const written: string[] = [];
    const terminal = openTerminal((text) => written.push(text));
    terminal.open();
    openLog({ LOG_LEVEL: 'info' }, terminal)('info', 'x', { hostile, [hostile]: 1, error });

    const text = written.join('');
    // Colors are our only escape sequences. The text that is left without them came from outside.
    const withoutColors = text.split('\u001b[').map((part, at) => (at === 0 ? part : part.replace(/^\d+m/, '')));
    expect(withoutColors.join('').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
    expect(text).not.toContain('\u001b[2J');
    expect(text).toContain('\ufffd[2J');
  });

  it('shows only warnings and errors until it is opened', () => {
    const text = shown(
      (log) => {
        log('info', 'mail.stored');
        log('warn', 'port.taken');
        log('error', 'disk.full');
      },
      { isOpen: false },
    );

    expect(text).not.toContain('mail.stored');
    expect(text).toMatch(/port\.taken\n.*disk\.full\n$/);
  });
});
