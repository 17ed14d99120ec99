import { isIPv6 } from 'node:net'
import { address, logLevel, onOff, type SettingsOf, setting, settingsReader } from '@busbar/kit/program'
import { z } from 'zod'
import { systemBusAddress } from '../box/dbus/index.ts'
import { folder, helperSettings } from '../box/helper-settings.ts'
import { readBroker } from '../tasks/mqtt/broker-settings.ts'

export { SettingProblem } from '@busbar/kit/program'

/** Listen address; without a port, the gateway's own setting applies. */
export interface HostPort {
  readonly host: string
  readonly port?: number
}

const tlsModes = ['off', 'optional', 'required', 'verified'] as const

/** Reads `HOST:PORT`, or a host alone. */
const parseHostPort = (text: string, { issues }: z.RefinementCtx): HostPort => {
  const plain = text.replace(/^\[(.*)\]$/, '$1')
  if (isIPv6(plain) || /^(?!\d+$)[0-9a-zA-Z._-]+$/.test(text)) return { host: plain }
  const read = address.safeParse(text)
  if (read.success) return read.data
  issues.push({ code: 'custom', input: text, message: 'HOST or HOST:PORT' })
  return z.NEVER
}
const hostPort = z.string().transform(parseHostPort)

const hostNames = z
  .string()
  .regex(/^$|^[0-9a-zA-Z.-]+(,[0-9a-zA-Z.-]+)*$/, 'host names, divided by commas')
  .transform((text) => (text === '' ? [] : text.toLowerCase().split(',')))

const publicKey = z
  .base64('a key of 32 bytes in base64')
  .transform((text) => Uint8Array.from(Buffer.from(text, 'base64')))
  .refine(({ length }) => length === 32, 'a key of 32 bytes in base64')

/** Every option of the program; what the gateway does is in its own settings. */
export const envSettings = {
  port: setting({
    value: 'DEVICE',
    about: 'serial port, preferably by its name in /dev/serial/by-id (default: the port chosen in the panel, if any)',
    schema: z.string().min(1, 'a serial port').optional(),
  }),
  card: helperSettings.card,
  box: helperSettings.box,
  supply: setting({
    value: 'NAME/INPUT',
    about: 'supply voltage sensor in hwmon, such as ina219/in1 (default: a sensor labelled as supply)',
    schema: z
      .string()
      .regex(/^[0-9a-zA-Z_.-]+\/in\d+$/, 'a sensor and its input, as ina219/in1')
      .transform((text) => {
        const [name = '', input = ''] = text.split('/')
        return { name, input }
      })
      .optional(),
  }),
  data: setting({
    value: 'DIR',
    about: 'folder of settings and keys (.data/gateway)',
    schema: folder.prefault('.data/gateway'),
  }),
  http: setting({
    value: 'HOST[:PORT]',
    about: 'listen address of the API; the default port is the setting httpd.port (127.0.0.1)',
    schema: hostPort.prefault('127.0.0.1'),
  }),
  https: setting({
    value: 'HOST[:PORT]|off',
    about:
      'listen address of the API and panel over HTTPS, with the certificate https.pem of the data folder, created if missing (host of --http; port 443 when HTTP uses port 80 and 443 is permitted, otherwise 8443)',
    schema: z
      .string()
      .transform((text, context) => (text === 'off' ? text : parseHostPort(text, context)))
      .optional(),
  }),
  'http-on-gsm': setting({
    about: 'serve the API and the panel on the mobile (GSM) interface too, where anyone on that network can reach them',
    schema: onOff.prefault('false'),
  }),
  panel: setting({
    value: 'DIR',
    about: 'folder of the built panel (default: the panel of this installation)',
    schema: folder.optional(),
  }),
  modbus: setting({
    value: 'HOST[:PORT]',
    about: 'listen address of Modbus TCP; the default port is the setting ownSrv.ethListenPort (127.0.0.1)',
    schema: hostPort.prefault('127.0.0.1'),
  }),
  variant: setting({
    value: 'A|B',
    about: 'variant of the API (B)',
    schema: z.enum(['A', 'B'], 'A or B').prefault('B'),
  }),
  'callback-tls': setting({
    value: 'MODE',
    about: `TLS of the cloud connection: ${tlsModes.join(', ')} against the system's certificate authorities (optional)`,
    schema: z.enum(tlsModes, `one of ${tlsModes.join(', ')}`).prefault('optional'),
  }),
  'cloud-key': setting({
    value: 'BASE64',
    about: 'public key of the only cloud that may bind this gateway (default: any cloud, within a day)',
    schema: publicKey.optional(),
  }),
  'callback-keyless': setting({
    about: 'let a cloud without a key bind this gateway; any server at the address of the cloud then reaches the field',
    schema: onOff.prefault('false'),
  }),
  identity: setting({
    value: 'auto|IFACE|made',
    about:
      'source of the MAC address: the first physical interface, the named one, or generated; fixed at the first start (auto)',
    schema: z
      .string()
      .regex(/^[0-9a-zA-Z._:@-]{1,15}$/, 'auto, made or the name of an interface')
      .prefault('auto'),
  }),
  'release-keys': helperSettings['release-keys'],
  releases: helperSettings.releases,
  helper: setting({
    value: 'SOCKET',
    about: 'socket of the root helper (/run/busbar-gateway-root.sock)',
    schema: z.string().min(1, 'a socket').prefault('/run/busbar-gateway-root.sock'),
  }),
  'net-helper': setting({
    value: 'SOCKET',
    about: 'socket of the network helper, or inline in a container with CAP_NET_ADMIN (/run/busbar-gateway-net.sock)',
    schema: z.string().min(1, 'a socket, or inline').prefault('/run/busbar-gateway-net.sock'),
  }),
  'network-confirm': setting({
    value: 'SECONDS',
    about: 'trial period of new Ethernet settings before they are rolled back, 30 to 600 (120)',
    schema: z
      .string()
      .regex(/^\d{2,3}$/, '30 to 600 seconds')
      .transform(Number)
      .refine((sec) => sec >= 30 && sec <= 600, '30 to 600 seconds')
      .prefault('120'),
  }),
  trial: setting({
    value: 'MINUTES',
    about:
      'trial period of a new release, 1 to 60; it is rolled back if the gateway has not worked this long within 1.5 times the period (10)',
    schema: z
      .string()
      .regex(/^\d{1,2}$/, '1 to 60 minutes')
      .transform(Number)
      .refine((minutes) => minutes >= 1 && minutes <= 60, '1 to 60 minutes')
      .prefault('10'),
  }),
  modem: setting({
    value: 'ADDRESS|none',
    about: `D-Bus address of ModemManager; none: no modem (${systemBusAddress})`,
    schema: z
      .string()
      .regex(/^none$|^unix:(path|abstract)=/, 'none, or the address of a bus on this machine')
      .prefault(systemBusAddress),
  }),
  mqtt: setting({
    value: 'FILE',
    about: 'JSON description of the MQTT broker for task items with PUB (none)',
    schema: z
      .string()
      .transform((path, { issues }) => {
        const read = readBroker(path)
        if ('ok' in read) return read.ok
        issues.push({ code: 'custom', input: path, message: `a file that describes a broker: ${read.err}` })
        return z.NEVER
      })
      .optional(),
  }),
  'allow-host': setting({
    value: 'NAMES',
    about: 'further host names of the API, such as gw.example.org,hall-2.lan',
    schema: hostNames.prefault(''),
  }),
  'remote-anywhere': setting({
    about: 'allow host names and local addresses for remote servers (rmSrv.ip)',
    schema: onOff.prefault('false'),
  }),
  'lax-levels': setting({
    about:
      'in variant B let level 1 change all settings as in variant A, including protect, firmware, VPN, forwarding and cloud hosts',
    schema: onOff.prefault('false'),
  }),
  'log-level': setting({
    value: 'LEVEL',
    about: `log level on stderr: ${logLevel.options.join(', ')} (info)`,
    schema: logLevel.prefault('info'),
  }),
  json: setting({ about: 'print a line of JSON when ready', schema: onOff.prefault('false') }),
}

export type EnvSettings = SettingsOf<typeof envSettings>

/** `read` reads flags and variables; `variableOf` names the variable of a flag. */
export const { read: readEnv, variableOf } = settingsReader(envSettings, 'BUSBAR_GATEWAY_')
