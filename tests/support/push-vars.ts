import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pem = (name: string) => new URL(`../fixtures/tls/${name}.pem`, import.meta.url);
/** A certificate for localhost and 127.0.0.1 that only tests trust, and its key. */
export const loopbackTls = { cert: readFileSync(pem('cert'), 'utf8'), key: readFileSync(pem('key'), 'utf8') };
/** The authority that a server of tests trusts besides the public ones. */
export const loopbackAuthority = fileURLToPath(pem('cert'));

/** The variables that turn on web push in tests; the push services are those on this machine. */
export const pushVars = {
  VAPID_PUBLIC_KEY: 'BMHn5C4EVyT1Y10h7IX8HjSL9fbI2AzHUuhOOGumKAx6JWVPHd66MRgh3EXL2KcdDCuc5x8QxHYzh-z4FHFiufA',
  VAPID_PRIVATE_KEY: 'MoqORKkzlqxLQl7FEWI1AkTnvu9-N0r5Wm1fce9C_Jw',
  VAPID_SUBJECT: 'mailto:push@plaza.example',
  PUSH_ENDPOINT_ALLOW: 'localhost',
};
