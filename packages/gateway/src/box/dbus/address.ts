import { DBusError } from './dbus-error.ts'

/** Address of the system bus. */
export const systemBusAddress = 'unix:path=/run/dbus/system_bus_socket'

/** Socket paths of an address in order; an abstract one begins with a zero byte. */
export const socketPaths = (address: string): readonly string[] => {
  const paths = address.split(';').flatMap((one) => {
    const [, transport, pairs = ''] = /^([a-z]+):(.*)$/.exec(one) ?? []
    if (transport !== 'unix') return []
    const values = new Map(pairs.split(',').map((pair) => [pair.split('=')[0], unescape(pair.replace(/^[^=]*=/, ''))]))
    const path = values.get('path')
    const abstract = values.get('abstract')
    return path !== undefined ? [path] : abstract !== undefined ? [`\0${abstract}`] : []
  })
  if (paths.length === 0) throw new DBusError(`'${address}' names no socket of this machine`)
  return paths
}

const unescape = (text: string): string =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
