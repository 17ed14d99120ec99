import { readFileSync } from 'node:fs'

interface PackageData {
  version: string
  busbar: { manufacturer: string; label: string; deviceId: number; firmwareType: number; releaseDate: string }
}

const { version, busbar } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as PackageData

/** 1.2.3 is 10203: one number that grows, and fits a register up to 6.x. */
const numberOf = (text: string): number => text.split('.').reduce((sum, part) => sum * 100 + Number(part), 0)

/** What this program is, from its package. */
export const product = { ...busbar, version, firmwareVer: numberOf(version) } as const
