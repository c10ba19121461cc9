/** Sends JSON that arrives even if the page closes. Nobody reads the response. */
export function sendBeacon(path: string, body: unknown): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }));
}
