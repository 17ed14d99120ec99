import { readFileSync } from 'node:fs'
import { z } from 'zod'

/* The parts of this box that belong to the gateway, in a file of root. Helpers that run as root read interface and
   device names from this file, never from a request. Lines are `name=value`. Nothing is adopted until the owner of
   the box says so. */

export const boxConfPath = '/etc/busbar-gateway/box.conf'

const nothing = z.literal('').transform(() => null)
const onOff = z.enum(['on', 'off']).transform((text) => text === 'on')
const fileName = z.string().regex(/^(?!\.)[0-9a-zA-Z._:-]{1,64}$/)

const entries = {
  ethernet: z
    .string()
    .regex(/^(?!lo$)[0-9a-zA-Z][0-9a-zA-Z._-]{0,14}$/)
    .or(nothing),
  card: z
    .string()
    .regex(/^UUID=[0-9a-zA-Z-]{4,36}$/)
    .transform((text) => text.slice('UUID='.length))
    .or(nothing),
  modem: onOff,
  vpn: onOff,
  display: fileName.or(nothing),
}
const schema = z.object(entries)

/**
 * `ethernet` is an interface, `card` the UUID of a file system, `display` a backlight; null for parts that are not
 * assigned.
 */
export type BoxConf = z.output<typeof schema>
export type BoxConfName = keyof BoxConf

const unset: Record<BoxConfName, string> = { ethernet: '', card: '', modem: 'on', vpn: 'on', display: '' }
const bytesMax = 16_384

/** Reports an invalid file; the message names the line. */
export class BoxConfProblem extends Error {
  override name = 'BoxConfProblem'
}

const isName = (name: string): name is BoxConfName => Object.hasOwn(entries, name)

export const parseBoxConf = (text: string, path = 'box.conf'): BoxConf => {
  if (text.length > bytesMax) throw new BoxConfProblem(`${path}: has more than ${bytesMax} bytes`)
  const values = { ...unset }
  const seen = new Set<string>()
  for (const [at, line] of text.split('\n').entries()) {
    const plain = line.trim()
    if (plain === '' || plain.startsWith('#')) continue
    const [, name = '', value = ''] = /^([a-z]+)\s*=\s*(.*)$/.exec(plain) ?? []
    const refuse = (why: string): never => {
      throw new BoxConfProblem(`${path}:${at + 1}: ${why}`)
    }
    if (!isName(name)) return refuse(`is none of ${Object.keys(entries).join('=, ')}=`)
    if (seen.has(name)) return refuse(`${name}= stands there twice`)
    seen.add(name)
    const read = entries[name].safeParse(value)
    if (!read.success) return refuse(`${name}= takes ${expected[name]}`)
    values[name] = value
  }
  return schema.parse(values)
}

const expected: Record<BoxConfName, string> = {
  ethernet: 'the name of an interface, as eth0, or nothing',
  card: 'a file system, as UUID=1234-ABCD, or nothing',
  modem: 'on or off',
  vpn: 'on or off',
  display: 'a name in /sys/class/backlight, or nothing',
}

/** Returns an empty configuration when there is no file. */
export const readBoxConf = (path: string): BoxConf => {
  try {
    return parseBoxConf(readFileSync(path, 'utf8'), path)
  } catch (error) {
    if (error instanceof BoxConfProblem) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return parseBoxConf('')
    throw new BoxConfProblem(`${path}: cannot be read (${code ?? 'unknown'})`, { cause: error })
  }
}

/** The same file with one entry changed; what else its owner wrote stays. */
export const withEntry = (text: string, name: BoxConfName, value: string): string => {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => new RegExp(`^\\s*${name}\\s*=`).test(line))
  if (at >= 0) return lines.with(at, `${name}=${value}`).join('\n')
  return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${name}=${value}\n`
}
