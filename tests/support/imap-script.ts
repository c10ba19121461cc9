import { createServer, type Socket } from 'node:net';

/** A scripted server's response to one command: lines without the tag. The last line is the tagged response. */
export type ImapAnswer = readonly string[] | 'drop' | 'hang' | 'drip';
/** Responses by command in lower case. `greet` is the greeting; `authenticate-go` follows a `+`. */
export type ImapScript = Readonly<Record<string, (command: string, nth: number) => ImapAnswer>>;

export type ImapScripted = {
  readonly port: number;
  /** Every line that clients have sent. */
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

/** Opens a minimal IMAP server that follows its script, for behaviour that a real server cannot be made to show. */
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
  /** Sends one byte at a time and never ends: such a server is not silent. */
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
        // After a continuation request, the line is not a command but the client's part of a sign-in.
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
