// One of several processes of the product over one store: `peer-worker.ts all <place> <count>`. The place is a SQLite
// file or `firestore:<host>/<project>`, in which the test has created the users named below.

import { getUser } from '#lib/auth/users.ts';
import { systemContext, type UserContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { createConversation } from '#lib/messaging/conversations/create-conversation.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { allCollections } from '#services/collections.ts';
import { openFirestore } from '#services/database/firestore.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { openSharedLimiter } from '#services/rate-limit/shared.ts';
import { buildRuntime } from '#services/runtime.ts';
import { openMemoryFiles } from './memory-files.ts';

/** The two users who talk to each other. The test creates them before it starts the processes. */
export const peers = ['usr_peer_ann', 'usr_peer_bob'] as const;
export const LIMIT = 100;

type Made = { readonly id: string; readonly isNew: boolean };
/** How many calls passed one limit, and the results of creating one conversation and one message repeatedly. */
export type PeerAnswer = { readonly passed: number; readonly made: readonly Made[]; readonly sent: readonly Made[] };

const [, place = '', count = '0'] = process.argv.slice(2);
const log = () => undefined;
const now = () => new Date();

async function openPlace() {
  const [, emulatorHost, projectId] = /^firestore:(.+)\/(.+)$/.exec(place) ?? [];
  const world = { collections: allCollections, now, log };
  return emulatorHost !== undefined && projectId !== undefined
    ? openFirestore({ ...world, emulatorHost, projectId })
    : openSqlite({ ...world, path: place });
}

async function main(): Promise<void> {
  const data = await openPlace();
  const runtime = await buildRuntime(readEnv({ from: { NODE_ENV: 'test' } }), {
    ...{ now, log, data, files: openMemoryFiles(), keys: { session: [], settings: [] } },
  });
  const limiter = openSharedLimiter({ data, now, log });
  const as = async (at: number): Promise<UserContext> => ({
    ...systemContext(runtime, 'req_peer'),
    ...{ user: await getUser(data, peers[at % peers.length] ?? ''), via: 'session' },
  });
  const each = <T>(one: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: Number(count) }, (_, n) => one(n)));
  const direct = async (at: number) =>
    createConversation(await as(at), { type: 'direct', participantIds: [...peers] }, undefined);

  /** Returns how many calls of one key pass the limit. */
  const spend = async () =>
    (await each(() => limiter.spend('user:1', LIMIT, 60))).filter(({ allowed }) => allowed).length;
  /** Creates the conversation of the two users, from either side. */
  const create = async (at: number): Promise<Made> => {
    const { created, conversation } = await direct(at);
    return { id: conversation.id, isNew: created };
  };
  /** Sends one message under one key. */
  const send = async (id: string): Promise<Made> => {
    const input = sendInput.parse({ content: 'Once', clientMessageId: 'one-key-for-all' });
    const { created, message } = await sendMessage(await as(0), id, input, undefined);
    return { id: message.id, isNew: created };
  };

  const say = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  // All workers start at the same moment, when the parent signals.
  say('ready');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const passed = await spend();
  const made = await each(create);
  const sent = await each(() => send(made[0]?.id ?? ''));
  say({ passed, made, sent } satisfies PeerAnswer);
  await data.close();
  process.exit(0);
}

if (import.meta.filename === process.argv[1]) await main();
