import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface PushRequest {
  headers: IncomingHttpHeaders
  path: string
  body: Buffer
}

/** A subscribed browser, which alone can decrypt its messages. */
export class Subscriber {
  readonly #keys: ECDH
  readonly auth: Buffer

  constructor(privateKey?: Buffer, auth: Buffer = Buffer.alloc(16, 5)) {
    this.#keys = createECDH('prime256v1')
    if (privateKey === undefined) this.#keys.generateKeys()
    else this.#keys.setPrivateKey(privateKey)
    this.auth = auth
  }

  get p256dh(): Buffer {
    return this.#keys.getPublicKey()
  }

  /** As RFC 8291 and RFC 8188 have it. */
  read(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + body.readUInt8(20))
    const sealed = body.subarray(21 + sender.length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.p256dh, sender])
    const secret = hkdfSync('sha256', this.#keys.computeSecret(sender), this.auth, info, 32)
    const derive = (name: string, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }
}

/** Returns the claims in the `authorization` of a message after checking the signature; throws if it is wrong. */
export const claimsOf = (authorization: string): { aud: string; exp: number; sub: string; key: Buffer } => {
  const [, head = '', claims = '', signature = '', k = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const key = Buffer.from(k, 'base64url')
  const part = (from: number): string => key.subarray(from, from + 32).toString('base64url')
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) } })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('the signature is wrong')
  return {
    ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }),
    key,
  }
}

/** Stands in for the push service of a browser, on a socket of this machine. */
export class PushService {
  readonly requests: PushRequest[] = []
  answer: { status: number; headers?: Record<string, string> } = { status: 201 }
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      this.requests.push({ path, headers, body: Buffer.concat(chunks) })
      response.writeHead(this.answer.status, this.answer.headers).end()
    })
  })

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
