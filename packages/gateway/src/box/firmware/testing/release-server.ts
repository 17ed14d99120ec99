import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { arch } from 'node:process'
import type { TestContext } from 'node:test'
import { type Manifest, type Release, signManifest } from '@busbar/uplink/releases'

/** Replaces a response of the test server; returns true when it has responded itself. */
type ResponseOverride = (request: IncomingMessage, response: ServerResponse) => boolean

/** A web server with signed releases, as a folder of files has them, with ranges. */
export interface ReleaseServer {
  readonly url: string
  readonly publicKey: KeyObject
  /** Every request, as `GET /name range`. */
  readonly requests: string[]
  meddle: ResponseOverride
  /** A release of these bytes, in the manifest and as a file. */
  offer(version: number, content: Uint8Array, other?: Partial<Release> & { serial?: number }): Release
  signWith(key: KeyObject): void
}

export const startReleaseServer = async (t: TestContext): Promise<ReleaseServer> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const files = new Map<string, Buffer>()
  const requests: string[] = []
  let signer = privateKey
  let manifest: Manifest = { format: 1, serial: 1, releases: [] }
  const publish = (): void => {
    const bytes = Buffer.from(JSON.stringify(manifest))
    files.set('/manifest.json', bytes)
    files.set('/manifest.sig', Buffer.from(signManifest(bytes, signer)))
  }
  publish()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(`${request.method} ${path} ${request.headers.range ?? ''}`.trim())
    if (api.meddle(request, response)) return
    const file = files.get(path)
    if (file === undefined) return void response.writeHead(404).end()
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (first === undefined || last === undefined) return void response.end(file)
    const part = file.subarray(Number(first), Number(last) + 1)
    response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${file.length}` }).end(part)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const api: ReleaseServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    publicKey,
    requests,
    meddle: () => false,
    offer(version, content, { serial = manifest.serial + 1, ...other } = {}) {
      const release = {
        version,
        firmwareType: 1,
        arch,
        file: `BX${String(version).padStart(6, '0')}.BBF`,
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        minVersion: 0,
        releasedOn: '2026-11-16T00:00:00Z',
        ...other,
      }
      files.set(`/${release.file}`, Buffer.from(content))
      manifest = { format: 1, serial, releases: [release] }
      publish()
      return release
    },
    signWith(key) {
      signer = key
      publish()
    },
  }
  return api
}
