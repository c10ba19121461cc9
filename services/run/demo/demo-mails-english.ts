import type { DemoThread } from './demo-mail.ts';

const invitation = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'UID:demo-fair@mail.plaza.test',
  'DTSTART:20270304T090000Z',
  'DTEND:20270304T093000Z',
  'SUMMARY:Spring fair: your stand',
  'ORGANIZER;CN=Ingrid Halvorsen:mailto:ingrid@nordicfair.test',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

export const englishMails: readonly DemoThread[] = [
  {
    key: 'late-lamp',
    subject: 'Where is my lamp?',
    mails: [
      {
        hoursAgo: 3,
        from: 'Hannah Whitlock <hannah.whitlock@example.test>',
        text: [
          'Hello,',
          '',
          'I ordered the linen lamp nine days ago and the page still says "being prepared".',
          'It is a birthday present for Saturday. Could you tell me when it will be shipped?',
          '',
          'Kind regards',
          'Hannah Whitlock',
          '',
          '--',
          'Hannah Whitlock · 14 Mill Lane, Leeds',
          'Sent from my phone',
        ].join('\n'),
      },
    ],
  },
  {
    key: 'broken-mug',
    subject: 'Mug arrived in two pieces',
    mails: [
      {
        hoursAgo: 50,
        from: 'Tom Ashdown <tom.ashdown@example.test>',
        text: [
          'Hi there,',
          '',
          'the speckled mug came today, or rather both halves of it did. There was no padding in the box at all.',
          'I am really disappointed, this is the second time. I would like my money back.',
          '',
          'Tom',
        ].join('\n'),
      },
      {
        hoursAgo: 46,
        text: 'Dear Tom,\n\nwe are sorry. Could you send us a photograph of the box and of the mug? Then the refund goes out the same day.\n\nPlaza',
      },
      {
        hoursAgo: 2,
        from: 'Tom Ashdown <tom.ashdown@example.test>',
        text: [
          '> Could you send us a photograph of the box and of the mug?',
          '',
          'Attached. You can see there is not even paper in it.',
          '',
          '> Then the refund goes out the same day.',
          '',
          'I hold you to that. To the card I paid with, please, not as a voucher.',
        ].join('\n'),
        attachment: {
          name: 'box.png',
          type: 'image/png',
          base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
        },
      },
    ],
    draft: [
      'Dear Tom,',
      '',
      'thank you for the picture. The refund of the mug is on its way to the card you paid with; banks take up to five days to show it.',
      'We have also told the studio that packs these, with your picture.',
      '',
      'With apologies',
      'Plaza',
    ].join('\n'),
    task: { title: 'Ask Hlyna Studio how the mugs are packed', taskType: 'follow_up', dueInHours: -5 },
  },
  {
    key: 'wholesale',
    subject: 'Forty notebooks for a conference',
    mails: [
      {
        hoursAgo: 26,
        from: 'Priya Raman <priya@meridian-events.test>',
        headers: ['Reply-To: Meridian purchasing <purchasing@meridian-group.test>'],
        text: [
          'Good morning,',
          '',
          'we would like forty of the dotted notebooks with our logo on the cover, for a conference in May.',
          'Do you make such things, what would they cost, and can we pay by invoice?',
          '',
          'Best wishes',
          'Priya Raman',
          'Meridian Events Ltd',
        ].join('\n'),
        html: [
          '<p>Good morning,</p>',
          '<p>we would like <b>forty</b> of the dotted notebooks with our logo on the cover, for a conference in May.</p>',
          '<ul><li>Do you make such things?</li><li>What would they cost?</li><li>Can we pay by invoice?</li></ul>',
          '<p>Best wishes<br>Priya Raman<br><span style="color:#666666">Meridian Events Ltd</span></p>',
          '<img src="https://images.meridian-events.test/logo.png" width="120" height="32" alt="Meridian">',
        ].join(''),
      },
    ],
    status: 'ongoing',
    task: { title: 'Price for forty notebooks with a logo', taskType: 'call', dueInHours: 30 },
  },
  {
    key: 'fair',
    subject: 'Invitation: Spring fair, your stand',
    mails: [
      {
        hoursAgo: 70,
        from: 'Ingrid Halvorsen <ingrid@nordicfair.test>',
        text: 'Hello Plaza,\n\nhalf an hour by video about your stand in spring. The invitation is attached.\n\nIngrid',
        attachment: {
          name: 'invite.ics',
          type: 'text/calendar; charset=utf-8; method=REQUEST',
          base64: Buffer.from(invitation).toString('base64'),
        },
      },
    ],
  },
  {
    key: 'newsletter',
    subject: 'Five glazes for winter',
    mails: [
      {
        hoursAgo: 90,
        from: 'The Potters Letter <letter@potters.test>',
        headers: [
          'List-Id: The Potters Letter <letter.potters.test>',
          'List-Unsubscribe: <https://potters.test/leave?u=1>',
          'Precedence: bulk',
        ],
        text: 'Five glazes for winter. Read it at https://potters.test/winter',
        html: [
          '<h1 style="color:#1c4a3c">Five glazes for winter</h1>',
          '<p><img src="https://potters.test/a.jpg" alt="A bowl in ash glaze" width="400"></p>',
          '<p>Ash, tenmoku, shino, celadon and plain white.</p>',
          '<p><img src="https://potters.test/b.jpg" alt="Five small cups" width="400"></p>',
          '<p><a href="https://potters.test/winter">Read it all</a></p>',
        ].join(''),
      },
    ],
    status: 'resolved',
  },
];
