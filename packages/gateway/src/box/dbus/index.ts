export { systemBusAddress } from './address.ts'
export { Connection, getAll } from './connection.ts'
export { DBusError } from './dbus-error.ts'
export { type Properties, plainProperties, textOf, type Value, variant } from './value.ts'
