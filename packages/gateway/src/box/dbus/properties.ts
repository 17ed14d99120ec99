import type { Connection } from './connection.ts'
import type { Value, Variant } from './value.ts'

const properties = 'org.freedesktop.DBus.Properties'

/** Properties of an object by their names, without the variants around them. */
export type Properties = ReadonlyMap<string, Value>

/** What `a{sv}` holds. */
export const plainProperties = (variants: unknown): Properties => {
  if (!(variants instanceof Map)) return new Map()
  return new Map(Array.from(variants as ReadonlyMap<string, Variant>, ([name, { value }]) => [name, value]))
}

export const getAll = async (
  connection: Connection,
  destination: string,
  path: string,
  of: string,
): Promise<Properties> => {
  const call = { destination, path, interface: properties, member: 'GetAll', signature: 's', body: [of] }
  const [all] = await connection.call(call)
  return plainProperties(all)
}
