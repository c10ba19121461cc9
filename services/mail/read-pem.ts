import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The text of a PEM file; null where it cannot be read, holds no certificate, or one that is none. */
export function readPem(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8');
    const certificates = text.match(CERTIFICATE) ?? [];
    return certificates.length > 0 && certificates.every((pem) => new X509Certificate(pem)) ? text : null;
  } catch {
    return null;
  }
}
