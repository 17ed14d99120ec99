import { X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import { type Certificate, makeCertificate } from '@busbar/kit/certificate'
import type { DataFolder } from '../storage/data-folder.ts'

const fileName = 'https.pem'
/** Before any clock of a box that has just begun: what it says then may be long ago. */
const goodFrom = new Date('2020-01-01T00:00:00Z')

/**
 * The certificate of this box, in a file that its owner may replace; made where there is none. It has no end, and its names are those that
 * stay: a client that meets it compares its fingerprint.
 */
export const ownCertificate = (folder: Pick<DataFolder, 'read' | 'saveWhenPossible'>): Certificate => {
  const stored = folder.read(fileName)?.toString('utf8')
  if (stored !== undefined) return { cert: stored, key: stored }
  const name = hostname().toLowerCase()
  const { cert, key } = makeCertificate(name, goodFrom, [`${name}.local`, 'localhost'])
  folder.saveWhenPossible(fileName, key + cert)
  return { cert, key }
}

/** As browsers show it: SHA-256, in pairs. */
export const fingerprintOf = ({ cert }: Certificate): string => new X509Certificate(cert).fingerprint256
