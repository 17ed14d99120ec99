import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import type { Interface } from './interface.rules.ts'

/** The interfaces there are now; those without a link too, which only the system's folder knows. */
export const readInterfaces = (root = '/sys/class/net'): readonly Interface[] => {
  const running = networkInterfaces()
  const names = new Set([...Object.keys(running), ...(existsSync(root) ? readdirSync(root) : [])])
  return Array.from(names, (name): Interface => {
    const addresses = running[name] ?? []
    return {
      name,
      mac: (addresses[0]?.mac ?? addressIn(`${root}/${name}`)).toLowerCase(),
      ip: addresses.find(({ family }) => family === 'IPv4')?.address ?? null,
      isDevice: existsSync(`${root}/${name}/device`),
      isLinkUp: addresses.length > 0,
    }
  })
}

/** An interface may vanish between two looks. */
const addressIn = (folder: string): string => {
  try {
    return readFileSync(`${folder}/address`, 'utf8').trim()
  } catch {
    return ''
  }
}
