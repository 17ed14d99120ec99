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
/** Earlier than any clock of a new box, which may be wrong. */
const goodFrom = new Date('2020-01-01T00:00:00Z')

/**
 * Certificate of this box, in a file that the owner may replace, created when missing. It does not expire and contains
 * permanent names; clients compare its fingerprint.
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
