import { readFileSync } from 'node:fs'

const hexPort = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')
const ticksPerSec = 100
/** A busy machine looks late. */
const roundSec = 1000

/**
 * After how much silence the system asks whether a connection lives, by its own table, in thousands; null where it never does. No
 * other program on this machine sees what a program has told the system about its sockets.
 */
export const keepAliveSec = (ownPort: number, otherPort: number): number | null => {
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  const row = rows
    .map((line) => line.trim().split(/\s+/))
    .find(([, own = '', other = '']) => {
      return own.endsWith(`:${hexPort(ownPort)}`) && other.endsWith(`:${hexPort(otherPort)}`)
    })
  const [kind, ticks = '0'] = row?.[5]?.split(':') ?? []
  if (row === undefined) throw new Error(`there is no connection from ${otherPort} to ${ownPort}`)
  return kind === '02' ? Math.ceil(Number.parseInt(ticks, 16) / ticksPerSec / roundSec) * roundSec : null
}
