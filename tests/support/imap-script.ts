import { createServer, type Socket } from 'node:net';

/** What a scripted server says to one command: lines without the tag, where the last one is the tagged answer. */
export type ImapAnswer = readonly string[] | 'drop' | 'hang' | 'drip';
/** By command in small letters; `greet` is the greeting, `authenticate-go` what follows a `+`. */
export type ImapScript = Readonly<Record<string, (command: string, nth: number) => ImapAnswer>>;

export type ImapScripted = {
  readonly port: number;
  /** Every line clients have sent. */
  readonly lines: readonly string[];
  close(): Promise<void>;
};

const CAPABILITIES = 'IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2 SASL-IR';
const usual: ImapScript = {
  greet: () => [`OK [CAPABILITY ${CAPABILITIES}] ready`],
  capability: () => [`* CAPABILITY ${CAPABILITIES}`, 'OK done'],
  authenticate: () => ['OK welcome'],
  login: () => ['OK welcome'],
  list: () => ['* LIST () "/" INBOX', 'OK done'],
  select: () => ['* 1 EXISTS', '* OK [UIDVALIDITY 7]', '* OK [UIDNEXT 2]', 'OK [READ-WRITE] done'],
  uid: () => ['* SEARCH 1', 'OK done'],
  logout: () => ['* BYE', 'OK done'],
};

/** An IMAP server that does just enough, except where its script says otherwise; for what a real one cannot be made to do. */
export async function openImapScript(script: ImapScript = {}): Promise<ImapScripted> {
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const lines: string[] = [];
  const counts = new Map<string, number>();

  const say = (socket: Socket, name: string, tag: string, command: string): void => {
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    const answer = (script[name] ?? usual[name] ?? (() => ['OK done']))(command, nth);
    if (answer === 'drop') socket.destroy();
    if (answer === 'drip') drip(socket);
    if (typeof answer === 'string') return;
    const last = answer.length - 1;
    for (const [at, line] of answer.entries())
      socket.write(`${at === last && line !== '+' ? `${tag} ` : ''}${line}\r\n`);
  };
  /** One byte now and then, and never an end: such a server is not silent. */
  const drip = (socket: Socket): void => {
    socket.write('* OK ');
    timers.add(setInterval(() => socket.write('x'), 20));
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    let text = '';
    let pending: { readonly tag: string; readonly name: string } | null = null;
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (let cut = text.indexOf('\r\n'); cut >= 0; cut = text.indexOf('\r\n')) {
        const line = text.slice(0, cut);
        text = text.slice(cut + 2);
        lines.push(line);
        const [tag = '', name = ''] = line.split(' ');
        // A line that is no command is the client's part of a sign-in.
        if (pending) {
          say(socket, `${pending.name}-go`, pending.tag, line);
          pending = null;
        } else {
          const verb = name.toLowerCase();
          if (script[`${verb}-go`]) pending = { tag, name: verb };
          say(socket, verb, tag, line);
        }
      }
    });
    say(socket, 'greet', '*', '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    lines,
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearInterval(timer);
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
