/** Long answers are cut: an example need not be complete. */
const itemsMax = 3
const textMax = 1500

const secretFields: Readonly<Record<string, string>> = {
  password: 'Zk3vQ9mT4xW7',
  secret: 'secret of the organization',
}

/** Quarter-hours of a day and months of a year: their number is part of what they say. */
const wholeLengths: ReadonlySet<number> = new Set([12, 96])

const cut = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, wholeLengths.has(value.length) ? undefined : itemsMax).map(cut)
  if (typeof value === 'string' && value.length > textMax) return `${value.slice(0, textMax)}\n...`
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one)]))
}

/**
 * What was exchanged, without what differs from run to run: random ids are numbered, the port and address of the test are those of a
 * documentation, and secrets are made up.
 */
export const normalized = <T extends Record<string, { body?: unknown; reply: unknown }>>(
  all: T,
  { plantPort: port, randomName }: { plantPort: number; randomName: string },
): T => {
  const known = new Map<string, string>()
  const numbered = (uuid: string): string => {
    const text = known.get(uuid) ?? `7d1c2f52-0b6c-4a53-9a55-${String(known.size + 1).padStart(12, '0')}`
    known.set(uuid, text)
    return text
  }
  const shortened = Object.entries(all).map(([name, one]) => [name, { ...one, reply: cut(one.reply) }])
  const text = JSON.stringify(Object.fromEntries(shortened), (key, value: unknown) =>
    key in secretFields && typeof value === 'string' && value.length > 12 && !value.includes(' ')
      ? secretFields[key]
      : value,
  )
  return JSON.parse(
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, numbered)
      .replaceAll(randomName, 'works')
      .replaceAll(/id: [0-9a-f]{8}-/g, 'id: 5c07598c-')
      .replaceAll(`127.0.0.1:${port}`, '192.0.2.7:502')
      .replaceAll(`"port":${port}`, '"port":502')
      .replaceAll('127.0.0.1', '192.0.2.7'),
  ) as T
}
