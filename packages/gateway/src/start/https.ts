import { X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import { type Certificate, makeCertificate } from '@busbar/kit/certificate'
import type { FastifyInstance } from 'fastify'
import { HttpsServer } from '../api/server/https-server.ts'
import { defaultHttpsPort, httpsPort } from '../box/low-ports.ts'
import type { DataFolder } from '../storage/data-folder.ts'
import type { Host } from './host.ts'

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

const fileName = 'https.pem'
/** Before any clock of a box that has just begun: what it says then may be long ago. */
const goodFrom = new Date('2020-01-01T00:00:00Z')

/**
 * The certificate of this box, in a file that its owner may replace; made where there is none. It has no end, and its names are those that
 * stay: a client that meets it compares its fingerprint.
 */
const ownCertificate = (folder: Pick<DataFolder, 'read' | 'saveWhenPossible'>): Certificate => {
  const stored = folder.read(fileName)?.toString('utf8')
  if (stored !== undefined) return { cert: stored, key: stored }
  const name = hostname().toLowerCase()
  const { cert, key } = makeCertificate(name, goodFrom, [`${name}.local`, 'localhost'])
  folder.saveWhenPossible(fileName, key + cert)
  return { cert, key }
}

/** As browsers show it: SHA-256, in pairs. */
const fingerprintOf = ({ cert }: Certificate): string => new X509Certificate(cert).fingerprint256
