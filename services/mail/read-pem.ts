import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Returns the text of a PEM file. Returns null when the file is unreadable, has no certificate, or has an invalid one.
 */
export function readPem(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8');
    const certificates = text.match(CERTIFICATE) ?? [];
    return certificates.length > 0 && certificates.every((pem) => new X509Certificate(pem)) ? text : null;
  } catch {
    return null;
  }
}
