import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** All certificates of a file, in PEM. */
export const readCertificates = (path: string): { ok: string } | { err: string } => {
  try {
    const found = readFileSync(path, 'utf8').match(block) ?? []
    for (const one of found) new X509Certificate(one)
    return found.length === 0 ? { err: 'there is none in it' } : { ok: found.join('\n') }
  } catch (error) {
    return { err: (error as { code?: string }).code === 'ENOENT' ? 'it is not there' : 'it cannot be read' }
  }
}
