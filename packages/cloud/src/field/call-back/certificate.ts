import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Certificate, makeCertificate } from '@busbar/kit/certificate'
import { makeFolder } from '@busbar/kit/program'

const fileName = 'call-back.pem'

/** Certificate for gateways: the operator's, or a self-signed one. */
export const gatewayCertificate = (
  settings: {
    readonly 'callback-cert'?: string | undefined
    readonly 'callback-key'?: string | undefined
    readonly data: string
  },
  now: Date,
): Certificate => {
  const { 'callback-cert': cert, 'callback-key': key, data } = settings
  return cert === undefined || key === undefined ? ownCertificate(data, now) : readCertificate({ cert, key })
}

/** The operator's certificate. */
const readCertificate = (files: { cert: string; key: string }): Certificate => ({
  cert: readFileSync(files.cert, 'utf8'),
  key: readFileSync(files.key, 'utf8'),
})

/** The certificate in a folder of ours, made where there is none. Gateways of ours know us by our key, not by who signed it. */
export const ownCertificate = (folder: string, now: Date): Certificate => {
  const path = join(folder, fileName)
  if (!existsSync(path)) {
    const { cert, key } = makeCertificate('busbar', now)
    makeFolder(folder)
    writeFileSync(`${path}.new`, key + cert, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const pem = readFileSync(path, 'utf8')
  return { cert: pem, key: pem }
}
