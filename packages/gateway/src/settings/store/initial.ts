import { type SettingKey, type Settings, settings } from '../table.ts'
import { fromKeys, mapSettings } from '../walk.ts'

/** Ports of a new device instead of 502 and 80, which require privileges. */
export interface InitialPorts {
  readonly ethListenPort?: number
  readonly httpPort?: number
}

/** Thirty-two unambiguous characters, so that a byte selects one evenly. */
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'
const passwordLength = 10

const newPassword = (newBytes: (count: number) => Uint8Array): string =>
  Array.from(newBytes(passwordLength), (byte) => signs[byte % signs.length]).join('')

/** The settings of a new device, with passwords that no other has. */
export const initialSettings = (newBytes: (count: number) => Uint8Array, ports: InitialPorts = {}): Settings => {
  const plain = fromKeys((key) => settings[key].initial)
  const own = mapSettings(plain, (value, _, path) => {
    const [key = '', name = ''] = path.split('.')
    return settings[key as SettingKey].generated?.includes(name) ? newPassword(newBytes) : value
  })
  return {
    ...own,
    ownSrv: { ...own.ownSrv, ethListenPort: ports.ethListenPort ?? own.ownSrv.ethListenPort },
    httpd: { ...own.httpd, port: ports.httpPort ?? own.httpd.port },
  }
}
