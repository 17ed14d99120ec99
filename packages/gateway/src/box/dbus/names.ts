import { DBusError } from './dbus-error.ts'

/** The bus itself, whose name no other can have. */
export const bus = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
}

/** Signals that are wanted. */
export interface SignalMatch {
  /** Its name; the same from another sender is not heard. */
  readonly sender: string
  readonly interface: string
  readonly member?: string
  /** This object, and those below it. */
  readonly pathNamespace?: string
  /** Its first value is this text. */
  readonly arg0?: string
}

export const isBelow = (path: string, namespace: string): boolean =>
  namespace === '/' || path === namespace || path.startsWith(`${namespace}/`)

/** As the bus is asked for them. */
export const matchRule = ({ sender, interface: of, member, pathNamespace, arg0 }: SignalMatch): string =>
  Object.entries({ type: 'signal', sender, interface: of, member, path_namespace: pathNamespace, arg0 })
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}='${plain(value)}'`]))
    .join(',')

const plain = (value: string): string => {
  if (!/^[\w./:-]*$/.test(value)) throw new DBusError(`'${value}' is no name`)
  return value
}
