import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Page } from 'playwright-core'

/** For 127.0.0.1, and for nothing but tests. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgG+qMNfPQSAcmnVXB
0NVi61vAKH5a2HrN6xRmac2FeVOhRANCAAT3P+YH3awBW+8pjKHQc5ik0ZWpWpz4
/9Wn+XzG5HCMt4zumFjEzrjQ+O41MH0HZoQLo+vbLNYNxWjmzb3KBg96
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU6gAwIBAgIUO50WIpb7LV9eE+0vuLtosALkznYwCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVcHVzaCBzZXJ2aWNlIG9mIHRlc3RzMCAXDTI2MTExNjE2NDM0
NloYDzIxMjYxMDIzMTY0MzQ2WjAgMR4wHAYDVQQDDBVwdXNoIHNlcnZpY2Ugb2Yg
dGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT3P+YH3awBW+8pjKHQc5ik
0ZWpWpz4/9Wn+XzG5HCMt4zumFjEzrjQ+O41MH0HZoQLo+vbLNYNxWjmzb3KBg96
o2QwYjAdBgNVHQ4EFgQUyiMXcFS0DiapL/nITYBJ7eqPMycwHwYDVR0jBBgwFoAU
yiMXcFS0DiapL/nITYBJ7eqPMycwDwYDVR0TAQH/BAUwAwEB/zAPBgNVHREECDAG
hwR/AAABMAoGCCqGSM49BAMCA0gAMEUCIQCu5koGcV5c8c5BfqmBoeFdLghonJZu
c1ck+gBGkFjE2gIgN48+3y85nW/crGLhTzDTq1NCnI6tHk3xuPKSTwMmDPo=
-----END CERTIFICATE-----`

const browserKeys = createECDH('prime256v1')
browserKeys.generateKeys()
const auth = Buffer.alloc(16, 5)

/** Decrypts a message as the browser would. */
const decrypted = (body: Buffer): string => {
  const sender = body.subarray(21, 86)
  const sealed = body.subarray(86)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKeys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', browserKeys.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, body.subarray(0, 16), `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

/**
 * Replaces the push service of the browser, which has none here: messages are passed to the browser by its debugging
 * protocol.
 */
export class PushService {
  /** Received messages, decrypted. */
  readonly given: string[] = []
  readonly #server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(201).end()
      const text = decrypted(Buffer.concat(chunks))
      this.given.push(text)
      this.#deliver(text)
    })
  })
  #deliver: (text: string) => void = () => {}

  async start(): Promise<void> {
    setDefaultCACertificates([...getCACertificates(), cert])
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** From now on the browser of this page subscribes here. */
  async serve(page: Page): Promise<void> {
    const { port } = this.#server.address() as AddressInfo
    const subscriptionFields = {
      endpoint: `https://127.0.0.1:${port}/one`,
      p256dh: [...browserKeys.getPublicKey()],
      auth: [...auth],
    }
    await page.addInitScript(({ endpoint, p256dh, auth: secret }) => {
      const subscription = {
        endpoint,
        options: {},
        getKey: (name: string) => new Uint8Array(name === 'auth' ? secret : p256dh).buffer,
        unsubscribe: () => {
          localStorage.removeItem('test.subscribed')
          return Promise.resolve(true)
        },
      }
      Object.assign(PushManager.prototype, {
        getSubscription: () => Promise.resolve(localStorage.getItem('test.subscribed') === null ? null : subscription),
        subscribe: () => {
          localStorage.setItem('test.subscribed', '')
          return Promise.resolve(subscription)
        },
      })
    }, subscriptionFields)
    const protocol = await page.context().newCDPSession(page)
    const registered = Promise.withResolvers<string>()
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) registered.resolve(first.registrationId)
    })
    await protocol.send('ServiceWorker.enable')
    this.#deliver = (data) => {
      void registered.promise.then((registrationId) =>
        protocol.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data }),
      )
    }
  }
}
