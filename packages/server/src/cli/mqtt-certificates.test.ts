import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { certificateNote, readCertificates } from './mqtt-certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-certificates-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pem = (name: string) => new URL(`../../../broker/src/testing/certificates/${name}`, import.meta.url).pathname;
const files = {
  cert: pem('server.pem'),
  key: pem('server.key'),
  ca: undefined,
  passphrase: undefined,
  verify: 'none' as const,
};
const text = join(folder, 'text');
writeFileSync(text, 'no certificate\n');

describe('certificates of the command line', () => {
  it('are read', () => {
    const result = readCertificates({ ...files, ca: pem('ca.pem'), verify: 'optional' });
    const read = (name: string) => readFileSync(pem(name), 'utf8');
    expect(result).toEqual({
      ok: true,
      value: { cert: read('server.pem'), key: read('server.key'), ca: read('ca.pem'), verify: 'optional' },
    });
  });

  it.each([
    [{ cert: '/nowhere/c.pem' }, '--mqtt-tls-cert, /nowhere/c.pem, cannot be read: there is no such file.'],
    [{ key: folder }, `--mqtt-tls-key, ${folder}, cannot be read: it is a folder.`],
    [{ cert: text }, `--mqtt-tls-cert, ${text}, holds no certificate in PEM`],
    [{ ca: text }, `--mqtt-tls-ca, ${text}, holds no certificate in PEM`],
    [{ key: text }, `cannot be used with the key ${text}`],
    [{ key: pem('client.key') }, 'does not belong to the certificate'],
  ])('%j is refused with a sentence', (change, sentence) => {
    const result = readCertificates({ ...files, ...change });
    expect(result.ok ? '' : result.error).toContain(sentence);
  });

  it('whose time is over are named', () => {
    const cert = readFileSync(pem('server.pem'), 'utf8');
    expect(certificateNote(cert)).toBeUndefined();
    expect(certificateNote(cert, new Date('2500-01-01'))).toContain('has expired');
    expect(certificateNote(cert, new Date('2000-01-01'))).toContain('is not valid before');
  });
});
