import { createServer, type Socket } from 'node:net';

/**
 * The points of a session that can be disturbed. `mid` is in the body, `end` at its final dot, `after` follows its 250.
 */
export type SmtpPoint = 'greet' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'mid' | 'end' | 'after';
/** A reply line instead of the usual one, a destroyed socket, or silence. */
export type SmtpScript = Partial<Record<SmtpPoint, 'drop' | 'hang' | (string & {})>>;

export type SmtpServer = {
  readonly port: number;
  /** Mails that the server has received in full and did not refuse. */
  readonly held: readonly string[];
  /** Every line that a client has sent outside bodies. */
  readonly lines: readonly string[];
  close(): Promise<void>;
};

const MID_BYTES = 200;
const END = '\r\n.\r\n';
const usual: Readonly<Record<string, string>> = {
  greet: '220 test ESMTP',
  EHLO: '250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go ahead',
  end: '250 taken',
  QUIT: '221 bye',
};

/** Opens a mail server on a free loopback port that behaves normally, except at the points of its script. */
export async function openSmtpServer(script: SmtpScript = {}): Promise<SmtpServer> {
  const held: string[] = [];
  const lines: string[] = [];
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    let text = '';
    let body: string | null = null;

    /** Replies as scripted; returns false when the socket gets no further reply. */
    const answer = (point: string): boolean => {
      const scripted = script[point as SmtpPoint];
      if (scripted === 'drop') socket.destroy();
      if (scripted === 'drop' || scripted === 'hang') return false;
      socket.write(`${scripted ?? usual[point] ?? '250 ok'}\r\n`);
      return true;
    };

    const takeBody = (): void => {
      if (body === null) return;
      if (script.mid === 'drop' && body.length >= MID_BYTES) return void socket.destroy();
      const end = body.indexOf(END);
      if (end < 0) return;
      const mail = body.slice(0, end);
      text = body.slice(end + END.length);
      body = null;
      if (!/^[45]/.test(script.end ?? '')) held.push(mail);
      if (answer('end') && script.after === 'drop') socket.end(() => socket.destroy());
      else takeLines();
    };

    const takeLines = (): void => {
      for (let cut = text.indexOf('\r\n'); cut >= 0 && body === null; cut = text.indexOf('\r\n')) {
        const line = text.slice(0, cut);
        text = text.slice(cut + 2);
        lines.push(line);
        const point = (/^[A-Z]+/i.exec(line)?.[0] ?? '').toUpperCase();
        if (!answer(point)) return;
        if (point === 'QUIT') return void socket.end();
        if (point === 'DATA' && (script.DATA ?? '354').startsWith('354')) {
          body = `\r\n${text}`;
          takeBody();
        }
      }
    };

    socket.on('data', (chunk) => {
      if (body === null) text += chunk.toString('latin1');
      else body += chunk.toString('latin1');
      if (body === null) takeLines();
      else takeBody();
    });
    answer('greet');
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    held,
    lines,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
