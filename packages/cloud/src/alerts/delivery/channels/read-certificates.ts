import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** All certificates of a file, in PEM. */
export const readCertificates = (path: string): { ok: string } | { err: string } => {
  try {
    const found = readFileSync(path, 'utf8').match(block) ?? []
    const read = found.map((one) => new X509Certificate(one).toString())
    return read.length === 0 ? { err: 'there is none in it' } : { ok: read.join('') }
  } catch (error) {
    return { err: (error as { code?: string }).code === 'ENOENT' ? 'it is not there' : 'it cannot be read' }
  }
}
