import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@busbar/kit/program'
import { bits, explicit, generalizedTime, implicit, integer, octets, oid, sequence, set, utf8 } from './der.ts'

/** A certificate and its private key, both as PEM. */
export interface Certificate {
  cert: string
  key: string
}

const fileName = 'call-back.pem'
const version3 = 2
const oids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectAltName: '2.5.29.17',
}
const dnsName = 2
/** What the standard writes where there is no end. */
const noEnd = '99991231235959Z'

/** The operator's certificate. */
export const readCertificate = (files: { cert: string; key: string }): Certificate => ({
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
  const both = readFileSync(path, 'utf8')
  return { cert: both, key: both }
}

/** Signed by itself, with a new key of the curve that every TLS library knows. */
export const makeCertificate = (name: string, now: Date): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(oids.ecdsaWithSha256))
  const named = sequence(set(sequence(oid(oids.commonName), utf8(name))))
  const alternatives = sequence(implicit(dnsName, Buffer.from(name, 'ascii')))
  const [first = 0, ...serial] = randomBytes(16)
  const body = sequence(
    explicit(0, integer(version3)),
    integer((first & 0x3f) | 0x40, ...serial),
    algorithm,
    named,
    sequence(generalizedTime(timeOf(now)), generalizedTime(noEnd)),
    named,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(sequence(oid(oids.subjectAltName), octets(alternatives)))),
  )
  const der = sequence(body, algorithm, bits(sign('sha256', body, privateKey)))
  return { cert: pem('CERTIFICATE', der), key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
}

const timeOf = (moment: Date): string => `${moment.toISOString().replace(/\D/g, '').slice(0, 14)}Z`

const pem = (label: string, der: Buffer): string => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
