import type { FastifyInstance } from 'fastify'
import type { Host } from './host.ts'
import { HttpsServer } from './http/https-server.ts'
import { defaultHttpsPort, httpsPort } from './system/low-ports.ts'
import { fingerprintOf, ownCertificate } from './system/own-certificate.ts'

/** Creates the HTTPS server of the gateway; null when `--https off` was given. */
export const httpsServerFor = (
  { env, store, folder, clock, log }: Pick<Host, 'env' | 'store' | 'folder' | 'clock' | 'log'>,
  httpPort: number,
  { app, guard }: { readonly app: FastifyInstance; readonly guard: (server: FastifyInstance['server']) => void },
): HttpsServer | null => {
  const listenAddress = listenAddressOf(env, httpPort, usedPortsOf(store.active))
  if (listenAddress === null) return null
  const certificate = () => {
    const own = ownCertificate(folder)
    return { ...own, fingerprint: fingerprintOf(own) }
  }
  return new HttpsServer({ app, guard, listenAddress, certificate, clock, log })
}

const listenAddressOf = (
  { http, https }: Host['env'],
  httpPort: number,
  usedPorts: readonly number[],
): { readonly host: string; readonly port: number } | null => {
  if (https === 'off') return null
  if (https !== undefined) return { host: https.host, port: https.port ?? httpsPort() }
  // Any free port for HTTP means any free port for HTTPS.
  return { host: http.host, port: http.port === 0 ? 0 : defaultHttpsPort(httpPort, usedPorts) }
}

/** TCP ports that the settings use for other services. */
const usedPortsOf = ({ ownSrv, fwd }: Host['store']['active']): number[] => [
  ownSrv.ethListenPort,
  ...fwd.flatMap(({ listenPort, isUdp }) => (listenPort === null || isUdp ? [] : [listenPort])),
]
