import { z } from 'zod'

const text = z.string().nullable()
const count = z.int().min(0)

export const ethernet = z.object({ ip: text, mac: z.string(), linkUp: z.boolean() })

const gsmA = z.object({
  signalLevel: z.int().nullable(),
  ip: text,
  imei: text,
  simState: z.int().min(0).max(1),
  pinState: z.int().min(0).max(8),
  ccid: text,
  provider: text,
  radioBand: z.enum(['2g', '3g', '4g']).nullable(),
  isTcpIpBusy: z.boolean(),
  isGsmRegistered: z.boolean(),
  isGsmRoaming: z.boolean(),
  isGprsStarted: z.boolean(),
  traficTotal: count,
})
export const gsm = { A: gsmA, B: gsmA.extend({ isEnabled: z.boolean() }) }

export const vpn = z.object({
  linkState: z.enum(['disabled', 'netifCreated', 'peerConfigured', 'peerConnected', 'peerUp']),
  configServerReached: z.boolean().nullable(),
  lastPeerUp: text,
  netifIp: text,
  netifMask: text,
  peerIp: text,
  peerPort: z.int(),
  interface: z.enum(['eth', 'gsm']).nullable(),
  configState: z.enum([
    'errorKey',
    'errorMem',
    'disabled',
    'pause',
    'serverHostnameResolving',
    'serverConnecting',
    'serverConnected',
    'peerHostnameResolving',
    'ready',
  ]),
  ownPubKey: z.string(),
})

export const mbTcpCallback = z.object({
  state: z.enum(['disabled', 'waiting', 'connecting', 'connected']),
  waitingTimeSec: count.nullable(),
  interface: z.enum(['eth', 'gsm', 'wg']).nullable(),
  remoteIp: text,
  remotePort: z.int(),
  connectionTimeSec: count,
  idleTimeSec: count,
  activationWithCode: z.enum(['unused', 'activated', 'set']).nullable(),
  activationCode: z.string(),
  refusal: z
    .string()
    .optional()
    .meta({ description: 'Why it is not bound, where the cloud or the gateway refused that' }),
})

const tcpClient = z.object({
  interface: z.enum(['eth', 'gsm', 'wg']),
  remoteIp: z.string(),
  remotePort: z.int(),
  connectionTimeSec: count,
  idleTimeSec: count,
})

export const mbTcpServer = z.object({
  isActive: z.boolean(),
  listenPortEth: z.int(),
  listenPortGsm: z.int(),
  clients: z.array(tcpClient),
})

export const mbTcpClients = z.array(
  z.object({
    state: z.enum(['waiting', 'connected', 'connecting']),
    waitingTimeSec: count.nullable(),
    interface: text,
    remoteIp: z.string(),
    remotePort: z.int(),
    connectionTimeSec: count,
    idleTimeSec: count,
  }),
)
