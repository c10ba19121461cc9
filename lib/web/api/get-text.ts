import { ApiProblem, unreachable } from './api-client.ts';

/** Reads a text from our own API, where the response is not JSON. A refusal has the usual format. */
export async function getText(path: string): Promise<string> {
  const response = await fetch(path, { credentials: 'same-origin' }).catch(() => {
    throw unreachable();
  });
  if (response.ok) return response.text();
  const body: unknown = await response.json().catch(() => null);
  const said = typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : '';
  throw new ApiProblem({
    error: 'Refused',
    message: said || 'The server’s response could not be read',
    statusCode: response.status,
  });
}
