import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { at } from '../at.ts'

/** A certificate and its private key, both as PEM. */
export interface Certificate {
  cert: string
  key: string
}

const version3 = 2
const oids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectAltName: '2.5.29.17',
}
const dnsName = 2
/** The date that RFC 5280 specifies for a certificate that does not expire. */
const noEnd = '99991231235959Z'

/** Signed by itself, with a new key of the curve that every TLS library knows. */
export const makeCertificate = (name: string, now: Date, otherNames: readonly string[] = []): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(oids.ecdsaWithSha256))
  const named = sequence(set(sequence(oid(oids.commonName), utf8(name))))
  const alternatives = sequence(...[name, ...otherNames].map((one) => implicit(dnsName, Buffer.from(one, 'ascii'))))
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

/** The few things of DER that a certificate is made of. */
const tagged =
  (tag: number) =>
  (...parts: Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts)
    return Buffer.concat([Uint8Array.of(tag, ...lengthOf(content.length)), content])
  }

const lengthOf = (length: number): number[] => {
  if (length < 0x80) return [length]
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff]
  return [0x80 | bytes.length, ...bytes]
}

export const sequence = tagged(0x30)
const set = tagged(0x31)
/** Whole and not negative, from its bytes. */
export const integer = (...bytes: number[]): Buffer =>
  tagged(0x02)(Uint8Array.of(...(at(bytes, 0) > 0x7f ? [0, ...bytes] : bytes)))
const octets = tagged(0x04)
/** A bit string of whole bytes. */
const bits = (bytes: Uint8Array): Buffer => tagged(0x03)(Uint8Array.of(0), bytes)
const utf8 = (text: string): Buffer => tagged(0x0c)(Buffer.from(text))
/** `yyyyMMddHHmmssZ` */
const generalizedTime = (text: string): Buffer => tagged(0x18)(Buffer.from(text, 'ascii'))
/** Tags that mean what the place they are in says. */
const explicit = (number: number, content: Uint8Array): Buffer => tagged(0xa0 | number)(content)
const implicit = (number: number, content: Uint8Array): Buffer => tagged(0x80 | number)(content)

export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06)(Uint8Array.of(40 * first + second, ...rest.flatMap(base128)))
}

const base128 = (arc: number): number[] => {
  const low = arc & 0x7f
  const head: number[] = []
  for (let left = arc >>> 7; left > 0; left >>>= 7) head.unshift(0x80 | (left & 0x7f))
  return [...head, low]
}
