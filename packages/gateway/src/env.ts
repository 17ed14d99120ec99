import { isIPv6 } from 'node:net'
import { address, logLevel, onOff, type SettingsOf, setting, settingsReader } from '@busbar/wire/program'
import { z } from 'zod'

export { SettingProblem } from '@busbar/wire/program'

/** Where to listen; without a port the gateway's own setting has it. */
export interface Place {
  readonly host: string
  readonly port?: number
}

const folder = z.string().min(1, 'a folder')
const tlsModes = ['off', 'optional', 'required'] as const

/** `HOST:PORT`, or a host alone. */
const place = z.string().transform((text, { issues }): Place => {
  const plain = text.replace(/^\[(.*)\]$/, '$1')
  if (isIPv6(plain) || /^(?!\d+$)[0-9a-zA-Z._-]+$/.test(text)) return { host: plain }
  const read = address.safeParse(text)
  if (read.success) return read.data
  issues.push({ code: 'custom', input: text, message: 'HOST or HOST:PORT' })
  return z.NEVER
})

const hostNames = z
  .string()
  .regex(/^$|^[0-9a-zA-Z.-]+(,[0-9a-zA-Z.-]+)*$/, 'host names, divided by commas')
  .transform((text) => (text === '' ? [] : text.toLowerCase().split(',')))

/** Every option of the program; what the gateway does is in its own settings. */
export const envSettings = {
  port: setting({
    value: 'DEVICE',
    about: 'the serial port, by its lasting name in /dev/serial/by-id; without it there is no bus',
    schema: z.string().min(1, 'a serial port').optional(),
  }),
  card: setting({
    value: 'DIR',
    about: 'the folder that is the memory card; without it no card is inserted',
    schema: folder.optional(),
  }),
  data: setting({
    value: 'DIR',
    about: 'where settings and keys are kept (.data/gateway)',
    schema: folder.prefault('.data/gateway'),
  }),
  http: setting({
    value: 'HOST[:PORT]',
    about: 'where its API listens; without a port the setting httpd.port has it (127.0.0.1)',
    schema: place.prefault('127.0.0.1'),
  }),
  modbus: setting({
    value: 'HOST[:PORT]',
    about: 'where Modbus TCP listens; without a port the setting ownSrv.ethListenPort has it (127.0.0.1)',
    schema: place.prefault('127.0.0.1'),
  }),
  variant: setting({
    value: 'A|B',
    about: 'the generation of the API that is served (B)',
    schema: z.enum(['A', 'B'], 'A or B').prefault('B'),
  }),
  'callback-tls': setting({
    value: 'MODE',
    about: `whether the cloud is called encrypted: ${tlsModes.join(', ')} (optional)`,
    schema: z.enum(tlsModes, `one of ${tlsModes.join(', ')}`).prefault('optional'),
  }),
  'allow-host': setting({
    value: 'NAMES',
    about: 'host names by which the API may be asked, besides its own and addresses, as gw.example.org,hall-2.lan',
    schema: hostNames.prefault(''),
  }),
  'strict-levels': setting({
    about: 'in variant B ask level 2 for the settings that lead to others: protect, firmware, VPN, cloud hosts',
    schema: onOff.prefault('false'),
  }),
  'log-level': setting({
    value: 'LEVEL',
    about: `how much is logged to stderr: ${logLevel.options.join(', ')} (info)`,
    schema: logLevel.prefault('info'),
  }),
  json: setting({ about: 'print one line of JSON when ready', schema: onOff.prefault('false') }),
}

export type EnvSettings = SettingsOf<typeof envSettings>

/** `read` takes flags and variables; `variableOf` a flag's variable. */
export const { read: readEnv, variableOf } = settingsReader(envSettings, 'BUSBAR_GATEWAY_')
