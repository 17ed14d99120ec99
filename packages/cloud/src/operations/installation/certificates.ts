import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Settings } from '../../settings/env.ts'

interface ShownCertificate {
  use: 'https' | 'call-back' | 'mail-ca'
  subject: string
  issuer: string
  validFrom: Date
  validTill: Date
}

/** An unreadable file has the reason instead. */
export type CertificateStatus = ShownCertificate | { use: ShownCertificate['use']; problem: string }

type CertificateFiles = Pick<Settings, 'https-cert' | 'callback-cert' | 'smtp-ca'>

/** The certificates that the installation shows to others, and those by which it knows its mail server. */
export const certificatesOf = async (settings: CertificateFiles): Promise<CertificateStatus[]> => {
  const files = [
    ['https', settings['https-cert']],
    ['call-back', settings['callback-cert']],
  ] as const
  const served = files.flatMap(([use, file]) => (file === undefined ? [] : [fromFile(use, file)]))
  const ca = settings['smtp-ca']?.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return [...(await Promise.all(served)), ...ca.map((pem) => shownOf('mail-ca', pem))]
}

const fromFile = async (use: ShownCertificate['use'], file: string): Promise<CertificateStatus> => {
  try {
    return shownOf(use, await readFile(file, 'utf8'))
  } catch (error) {
    return { use, problem: error instanceof Error ? error.message : String(error) }
  }
}

const shownOf = (use: ShownCertificate['use'], pem: string): ShownCertificate => {
  const { subject, issuer, validFromDate, validToDate } = new X509Certificate(pem)
  const plain = (name: string): string => name.replaceAll('\n', ', ')
  return { use, subject: plain(subject), issuer: plain(issuer), validFrom: validFromDate, validTill: validToDate }
}
