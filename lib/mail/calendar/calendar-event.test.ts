import { describe, expect, it } from 'vitest';
import { calendarEvent } from './calendar-event.ts';

const calendar = (event: string, method = 'METHOD:REQUEST\r\n'): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${method}BEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const start = (line: string): string | null | undefined => calendarEvent(calendar(line))?.start;

describe('calendarEvent', () => {
  it('reads method, summary, times and organizer of an invitation', () => {
    const text = calendar(
      [
        'UID:1@x.test',
        'SUMMARY;LANGUAGE=en:Delivery\\, part one\\nand a long',
        '  second line',
        'DTSTART:20260302T100000Z',
        'DTEND:20260302T113000Z',
        'ORGANIZER;CN="Ann; of X";SENT-BY="mailto:b@x.test":MAILTO:ann@x.test',
        'BEGIN:VALARM',
        'SUMMARY:not this',
        'END:VALARM',
      ].join('\r\n'),
    );

    expect(calendarEvent(text)).toEqual({
      method: 'REQUEST',
      summary: 'Delivery, part one and a long second line',
      start: '2026-03-02T10:00:00.000Z',
      end: '2026-03-02T11:30:00.000Z',
      organizer: 'Ann; of X <ann@x.test>',
    });
  });

  it.each([
    ['DTSTART:20260302T100000Z', '2026-03-02T10:00:00.000Z'],
    ['DTSTART;TZID=Europe/Kyiv:20260302T100000', '2026-03-02T08:00:00.000Z'],
    ['DTSTART;TZID=Europe/Kyiv:20260702T100000', '2026-07-02T07:00:00.000Z'],
    ['DTSTART;TZID="W. Europe Standard Time":20260302T100000', '2026-03-02T09:00:00.000Z'],
    ['DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20260302T100000', '2026-03-02T09:00:00.000Z'],
    ['DTSTART;TZID=America/New_York:20260308T013000', '2026-03-08T06:30:00.000Z'],
    ['DTSTART;TZID=America/New_York:20260308T033000', '2026-03-08T07:30:00.000Z'],
    ['DTSTART;TZID=Somewhere:20260302T100000', '2026-03-02T10:00:00'],
    ['DTSTART:20260302T100000', '2026-03-02T10:00:00'],
    ['DTSTART;VALUE=DATE:20260302', '2026-03-02'],
    ['DTSTART:20261302T100000Z', null],
    ['DTSTART:20260302T990000Z', null],
    ['DTSTART:tomorrow', null],
    ['SUMMARY:no time', null],
  ])('reads the time of %s', (line, moment) => {
    expect(start(line)).toBe(moment);
  });

  it.each([
    ['DTSTART:20260302T100000Z\r\nDURATION:PT1H30M', '2026-03-02T11:30:00.000Z'],
    ['DTSTART;VALUE=DATE:20260302\r\nDURATION:P2D', '2026-03-04'],
    ['DTSTART:20260302T230000\r\nDURATION:PT2H', '2026-03-03T01:00:00'],
    ['DTSTART:20260302T100000Z\r\nDURATION:-PT1H', null],
    ['DTSTART:20260302T100000Z', null],
  ])('computes the end of %j', (lines, end) => {
    expect(calendarEvent(calendar(lines))?.end).toBe(end);
  });

  it('returns null for missing or invalid fields and for a text without an event', () => {
    expect(calendarEvent(calendar('ORGANIZER:http://x.test', ''))).toEqual({
      method: null,
      summary: '',
      start: null,
      end: null,
      organizer: null,
    });
    expect(calendarEvent(calendar('X:1', 'METHOD:<b>\r\n'))?.method).toBeNull();
    expect(calendarEvent('BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:x\nEND:VTODO\nEND:VCALENDAR')).toBeNull();
    expect(calendarEvent('')).toBeNull();
  });

  it('reads LF line ends and a truncated calendar', () => {
    expect(calendarEvent('BEGIN:VEVENT\nSUMMARY:cut\nDTSTART:20260302')).toMatchObject({
      summary: 'cut',
      start: '2026-03-02',
    });
  });
});
