import { z } from 'zod'

const text = z.string().nullable()
const count = z.int().min(0)

export const ethernet = z.object({
  ip: text.describe('Address of the interface; null where it has none.'),
  mac: z.string().describe('MAC of the interface.'),
  linkUp: z.boolean().describe('Whether the cable is connected.'),
})

const gsmA = z.object({
  signalLevel: z.int().nullable().describe('Signal in percent; null without a connection.'),
  ip: text.describe('Address of the modem; null where it has none.'),
  imei: text.describe('IMEI of the modem; null without one.'),
  simState: z.int().min(0).max(1).describe('0 no SIM, 1 SIM active.'),
  pinState: z
    .int()
    .min(0)
    .max(8)
    .describe(
      '0 unknown; 1 no PIN needed; 2 needed, tries unknown; 3 to 6 needed with 0 to 3 tries left; 7 more than 3; 8 another code is needed.',
    ),
  ccid: text.describe('Number of the SIM; null without one.'),
  provider: text.describe('Operator; null without a connection.'),
  radioBand: z.enum(['2g', '3g', '4g']).nullable().describe('Generation of the network; null without a connection.'),
  isTcpIpBusy: z.boolean().describe('Whether data is being sent.'),
  isGsmRegistered: z.boolean().describe('Whether it is registered in a network.'),
  isGsmRoaming: z.boolean().describe('Whether it is roaming.'),
  isGprsStarted: z.boolean().describe('Whether there is a data connection.'),
  traficTotal: count.describe('Bytes over GSM in all.'),
})
export const gsm = {
  A: gsmA,
  B: gsmA.extend({
    isEnabled: z.boolean().describe('Whether there is a modem that is switched on, as the settings want it.'),
  }),
}

export const vpn = z.object({
  linkState: z
    .enum(['disabled', 'netifCreated', 'peerConfigured', 'peerConnected', 'peerUp'])
    .describe('How far the tunnel is.'),
  configServerReached: z
    .boolean()
    .nullable()
    .describe('Whether the configuration server was reached; null where none was asked.'),
  lastPeerUp: text.describe('When the peer last answered; null where it has not.'),
  netifIp: text.describe('Address in the tunnel; null without one.'),
  netifMask: text.describe('Mask in the tunnel; null without one.'),
  peerIp: text.describe('Address of the peer; null without one.'),
  peerPort: z.int().describe('Port of the peer.'),
  interface: z.enum(['eth', 'gsm']).nullable().describe('Interface that is used; null without a tunnel.'),
  configState: z
    .enum([
      'errorKey',
      'errorMem',
      'disabled',
      'pause',
      'serverHostnameResolving',
      'serverConnecting',
      'serverConnected',
      'peerHostnameResolving',
      'ready',
    ])
    .describe('How far the configuration is.'),
  ownPubKey: z.string().describe('Public key of the gateway in base64.'),
})

export const mbTcpCallback = z.object({
  state: z.enum(['disabled', 'waiting', 'connecting', 'connected']).describe('State of the call to the cloud.'),
  waitingTimeSec: count.nullable().describe('Seconds until the next try; null while it does not wait.'),
  interface: z.enum(['eth', 'gsm', 'wg']).nullable().describe('Interface that is used; null without a connection.'),
  remoteIp: text.describe('Address of the cloud; null without a connection.'),
  remotePort: z.int().describe('Port of the cloud.'),
  connectionTimeSec: count.describe('Seconds since the connection began.'),
  idleTimeSec: count.describe('Seconds since something was last received.'),
  activationWithCode: z
    .enum(['unused', 'activated', 'set'])
    .nullable()
    .describe(
      '`unused` no code yet, `set` a code waits to be entered, `activated` bound to a network; null without a connection.',
    ),
  activationCode: z.string().describe('Activation code to enter in the cloud, eight digits; empty without one.'),
  refusal: z
    .string()
    .optional()
    .meta({ description: 'Why it is not bound, where the cloud or the gateway refused that' }),
})

const tcpClient = z.object({
  interface: z.enum(['eth', 'gsm', 'wg']).describe('Interface by which the client came.'),
  remoteIp: z.string().describe('Address of the client.'),
  remotePort: z.int().describe('Port of the client.'),
  connectionTimeSec: count.describe('Seconds since the connection began.'),
  idleTimeSec: count.describe('Seconds since something was last received.'),
})

export const mbTcpServer = z.object({
  isActive: z.boolean().describe('Whether the server listens.'),
  listenPortEth: z.int().describe('Port on Ethernet.'),
  listenPortGsm: z.int().describe('Port on GSM; 0 where it does not listen.'),
  clients: z.array(tcpClient).describe('Clients that are connected.'),
})

export const mbTcpClients = z.array(
  z.object({
    state: z.enum(['waiting', 'connected', 'connecting']).describe('State of the connection.'),
    waitingTimeSec: count.nullable().describe('Seconds until the next try; null while it does not wait.'),
    interface: text.describe('Interface that is used; null without a connection.'),
    remoteIp: z.string().describe('Address of the remote server.'),
    remotePort: z.int().describe('Port of the remote server.'),
    connectionTimeSec: count.describe('Seconds since the connection began.'),
    idleTimeSec: count.describe('Seconds since something was last received.'),
  }),
)
