export { systemBusAddress } from './address.ts'
export { Connection } from './connection.ts'
export { DBusError } from './dbus-error.ts'
export { getAll, type Properties, plainProperties, textOf, type Value, variant } from './value.ts'
