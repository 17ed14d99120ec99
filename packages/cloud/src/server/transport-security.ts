import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import type { FastifyInstance } from 'fastify'

/** Half a year. Names below the host's are not included: they may be of other services. */
const policy = 'max-age=15552000'
/** Names that no public authority may certify, and that mean another machine in another network. */
const privateName = /(?:^|\.)(?:localhost|local|lan|home|internal|intranet|corp|test|example|invalid|arpa)$/

/**
 * Decides whether browsers may be told to use only HTTPS (HSTS) for a host: a public name in a trusted certificate. The
 * header applies to all ports of the host, and browsers that follow it offer no way past an untrusted certificate.
 */
export type HostPolicy = (host: string) => boolean

export const hostPolicy = (pem: string, roots: readonly string[] = rootCertificates): HostPolicy => {
  const [leaf, ...chain] = pem.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? []
  if (leaf === undefined) return () => false
  const certificate = new X509Certificate(leaf)
  const isTrusted = isIssuedBy(
    certificate,
    chain.map((one) => new X509Certificate(one)),
    roots.map((one) => new X509Certificate(one)),
  )
  return (host) => {
    const name = host.replace(/:\d+$/, '').toLowerCase()
    const isPublic = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(name) && !privateName.test(name)
    return isTrusted && isPublic && certificate.checkHost(name) !== undefined
  }
}

const isIssuedBy = (leaf: X509Certificate, chain: readonly X509Certificate[], roots: readonly X509Certificate[]) => {
  let last = leaf
  for (const _ of [leaf, ...chain]) {
    const isIssuer = (other: X509Certificate): boolean => last.checkIssued(other) && last.verify(other.publicKey)
    if (roots.some(isIssuer)) return true
    const next = chain.find((other) => other !== last && isIssuer(other))
    if (next === undefined) return false
    last = next
  }
  return false
}

/** Headers of every answer, also of what writes its answer by itself. */
export const addSecurityHeaders = (app: FastifyInstance, mayUpgrade: HostPolicy): void => {
  app.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    response.setHeader('x-content-type-options', 'nosniff')
    if (mayUpgrade(request.headers.host ?? '')) response.setHeader('strict-transport-security', policy)
  })
}
