import { describe, expect, it } from 'vitest';
import { commandOf, commands } from './console-keys.ts';

const press = (key: string, extra = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...extra,
});

describe('the keyboard shortcuts of the inbox', () => {
  it('are unique', () => {
    const keys = Object.values(commands);

    expect(new Set(keys).size).toBe(keys.length);
  });

  it('accept two keys pressed in sequence', () => {
    const first = commandOf(press('g'), null);
    expect(first).toEqual({ command: null, held: 'g' });
    expect(commandOf(press('d'), first.held)).toEqual({ command: 'drafts', held: null });
    expect(commandOf(press('e'), 'g')).toEqual({ command: null, held: null });
  });

  it('leave the shortcuts of the browser alone', () => {
    expect(commandOf(press('r', { ctrlKey: true }), null).command).toBeNull();
    expect(commandOf(press('a', { metaKey: true }), null).command).toBeNull();
    expect(commandOf(press('e'), null).command).toBe('resolve');
  });

  it('approve and send with Ctrl or ⌘ and Enter, and with no other modifier', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(commandOf(press('Enter', held), null).command).toBe('approveAndSend');
      expect(commandOf(press('Enter', { ...held, shiftKey: true }), null).command).toBeNull();
      expect(commandOf(press('Enter', { ...held, altKey: true }), null).command).toBeNull();
    }
    expect(commandOf(press('Enter'), null).command).toBe('open');
  });

  it('are the same on a Cyrillic keyboard', () => {
    expect(commandOf(press('у', { code: 'KeyE' }), null).command).toBe('resolve');
    expect(commandOf(press('п', { code: 'KeyG' }), null).held).toBe('g');
    expect(commandOf(press('в', { code: 'KeyD' }), 'g').command).toBe('drafts');
    expect(commandOf(press('.', { code: 'Slash' }), null).command).toBe('search');
    expect(commandOf(press(',', { code: 'Slash', shiftKey: true }), null).command).toBe('help');
    expect(commandOf(press('.', { code: 'Period' }), null).command).toBeNull();
  });
});
