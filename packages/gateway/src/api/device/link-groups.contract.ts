import { z } from 'zod'

const text = z.string().nullable()
const count = z.int().min(0)

export const ethernet = z.object({
  ip: text.describe('IP address of the interface; null without one.'),
  mac: z.string().describe('MAC address of the interface.'),
  linkUp: z.boolean().describe('Whether the cable is connected.'),
})

const gsmA = z.object({
  signalLevel: z.int().nullable().describe('Signal strength in percent; null without a connection.'),
  ip: text.describe('IP address of the modem; null without one.'),
  imei: text.describe('IMEI of the modem; null without one.'),
  simState: z.int().min(0).max(1).describe('0 no SIM, 1 SIM active.'),
  pinState: z
    .int()
    .min(0)
    .max(8)
    .describe(
      '0 unknown; 1 no PIN required; 2 PIN required, attempts unknown; 3 to 6 PIN required, 0 to 3 attempts left; 7 more than 3 attempts left; 8 another code is required.',
    ),
  ccid: text.describe('ICCID of the SIM; null without one.'),
  provider: text.describe('Network operator; null without a connection.'),
  radioBand: z.enum(['2g', '3g', '4g']).nullable().describe('Network generation; null without a connection.'),
  isTcpIpBusy: z.boolean().describe('Whether data is being transferred.'),
  isGsmRegistered: z.boolean().describe('Whether the modem is registered in a network.'),
  isGsmRoaming: z.boolean().describe('Whether the modem is roaming.'),
  isGprsStarted: z.boolean().describe('Whether there is a data connection.'),
  traficTotal: count.describe('Total bytes transferred over GSM.'),
})
export const gsm = {
  A: gsmA,
  B: gsmA.extend({
    isEnabled: z.boolean().describe('Whether a modem is present and enabled in the settings.'),
  }),
}

export const vpn = z.object({
  linkState: z
    .enum(['disabled', 'netifCreated', 'peerConfigured', 'peerConnected', 'peerUp'])
    .describe('State of the tunnel.'),
  configServerReached: z
    .boolean()
    .nullable()
    .describe('Whether the configuration server was reached; null when none is configured.'),
  lastPeerUp: text.describe("Time of the peer's last response; null without one."),
  netifIp: text.describe('IP address in the tunnel; null without one.'),
  netifMask: text.describe('Network mask in the tunnel; null without one.'),
  peerIp: text.describe('IP address of the peer; null without one.'),
  peerPort: z.int().describe('Port of the peer.'),
  interface: z.enum(['eth', 'gsm']).nullable().describe('Network interface in use; null without a tunnel.'),
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
    .describe('State of the configuration.'),
  ownPubKey: z.string().describe('Public key of the gateway in base64.'),
})

export const mbTcpCallback = z.object({
  state: z.enum(['disabled', 'waiting', 'connecting', 'connected']).describe('State of the connection to the cloud.'),
  waitingTimeSec: count.nullable().describe('Seconds until the next attempt; null when not waiting.'),
  interface: z.enum(['eth', 'gsm', 'wg']).nullable().describe('Network interface in use; null without a connection.'),
  remoteIp: text.describe('IP address of the cloud; null without a connection.'),
  remotePort: z.int().describe('Port of the cloud.'),
  connectionTimeSec: count.describe('Seconds since the connection was established.'),
  idleTimeSec: count.describe('Seconds since data was last received.'),
  activationWithCode: z
    .enum(['unused', 'activated', 'set'])
    .nullable()
    .describe(
      '`unused` no code yet, `set` a code is waiting to be entered, `activated` bound to a network; null without a connection.',
    ),
  activationCode: z.string().describe('Activation code to enter in the cloud, eight digits; empty without one.'),
  refusal: z.string().optional().meta({ description: 'Why the binding was refused by the cloud or the gateway' }),
})

const tcpClient = z.object({
  interface: z.enum(['eth', 'gsm', 'wg']).describe('Network interface of the client.'),
  remoteIp: z.string().describe('IP address of the client.'),
  remotePort: z.int().describe('Port of the client.'),
  connectionTimeSec: count.describe('Seconds since the connection was established.'),
  idleTimeSec: count.describe('Seconds since data was last received.'),
})

export const mbTcpServer = z.object({
  isActive: z.boolean().describe('Whether the server listens.'),
  listenPortEth: z.int().describe('Port on Ethernet.'),
  listenPortGsm: z.int().describe('Port on GSM; 0 when closed.'),
  clients: z.array(tcpClient).describe('Connected clients.'),
})

export const mbTcpClients = z.array(
  z.object({
    state: z.enum(['waiting', 'connected', 'connecting']).describe('State of the connection.'),
    waitingTimeSec: count.nullable().describe('Seconds until the next attempt; null when not waiting.'),
    interface: text.describe('Network interface in use; null without a connection.'),
    remoteIp: z.string().describe('IP address of the remote server; null without a connection.'),
    remotePort: z.int().describe('Port of the remote server.'),
    connectionTimeSec: count.describe('Seconds since the connection was established.'),
    idleTimeSec: count.describe('Seconds since data was last received.'),
  }),
)
