import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpsStatus } from '../server/https-server.ts'
import { insecurePage, pageHeaders } from './page.ts'
import { preferredLanguage } from './texts.ts'

const cookieName = 'busbar-unencrypted'

/**
 * Stores the consent in a session cookie, because the server decides whether to send the panel, and because a cookie
 * works without JavaScript. It grants nothing: a client that forges it only hides the notice from itself.
 */
const consentCookie = `${cookieName}=1; Path=/; HttpOnly; SameSite=Lax`

export const hasConsentCookie = (cookies: string | undefined): boolean =>
  cookies?.split(';').some((cookie) => cookie.trim() === `${cookieName}=1`) ?? false

const subnets = (...rows: readonly (readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'])[]): BlockList => {
  const list = new BlockList()
  for (const [net, prefix, family] of rows) list.addSubnet(net, prefix, family)
  return list
}

const loopback = subnets(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6'])
/** RFC 1918, link-local and unique local addresses. */
const privateNets = subnets(
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
)

const isIn = (list: BlockList, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const family = isIP(plain)
  return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** Type of a client's address: `local` is this machine, `private` a network without addresses of the internet. */
export const addressScope = (address: string): 'local' | 'private' | 'public' => {
  if (isIn(loopback, address)) return 'local'
  return isIn(privateNets, address) ? 'private' : 'public'
}

export interface InsecureNoticeParts {
  /** Null when HTTPS is switched off: then there is no better address to name, and the panel is served as it is. */
  readonly https: () => HttpsStatus | null
  /** Language of the gateway's settings. */
  readonly language: () => string
  /** The address of a client; tests replace it. */
  readonly clientAddressOf?: ((request: { readonly ip: string }) => string) | undefined
  /** Refuses what was not meant for this gateway. */
  readonly check: (request: FastifyRequest) => void
}

const consentPath = '/unencrypted/'
const httpsPortDefault = 443

/**
 * Shows a notice instead of the panel's page on an unencrypted connection. Local connections get no notice, because
 * their traffic stays on this machine. A client in a private network may continue after a confirmation; for any other
 * address the confirmation is neither offered nor accepted. Only the page is replaced: the API and the card work as
 * before.
 */
export class InsecureNotice {
  readonly #parts: InsecureNoticeParts

  constructor(parts: InsecureNoticeParts) {
    this.#parts = parts
  }

  /** Adds the endpoint of the confirmation. */
  addTo(app: FastifyInstance): void {
    app.post(consentPath, (request, reply) => {
      this.#parts.check(request)
      if (this.#scopeOf(request) !== 'public') void reply.header('set-cookie', consentCookie)
      return reply.redirect('/', 303)
    })
  }

  isRequired(request: FastifyRequest): boolean {
    if (request.protocol === 'https' || this.#parts.https() === null) return false
    const scope = this.#scopeOf(request)
    if (scope === 'local') return false
    return scope === 'public' || !hasConsentCookie(request.headers.cookie)
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const https = this.#parts.https()
    if (https === null) throw new Error('HTTPS is switched off')
    const page = insecurePage({
      language: preferredLanguage(request.headers['accept-language'], this.#parts.language()),
      https,
      httpsUrl: https.port === null ? null : httpsUrlOf(request, https.port),
      consentPath: this.#scopeOf(request) === 'public' ? null : consentPath,
    })
    return reply.headers(pageHeaders).send(page)
  }

  #scopeOf(request: FastifyRequest): ReturnType<typeof addressScope> {
    const { clientAddressOf = ({ ip }) => ip } = this.#parts
    return addressScope(clientAddressOf(request))
  }
}

/** The same host, path and query over HTTPS. */
const httpsUrlOf = ({ headers, url }: FastifyRequest, port: number): string => {
  const { hostname } = new URL(`http://${headers.host}`)
  return `https://${hostname}${port === httpsPortDefault ? '' : `:${port}`}${url}`
}
