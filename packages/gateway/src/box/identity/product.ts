import { readFileSync } from 'node:fs'
import { versionNumber } from '@busbar/uplink/releases'

interface PackageData {
  version: string
  busbar: { manufacturer: string; label: string; deviceId: number; firmwareType: number; releaseDate: string }
}

const { version, busbar } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as PackageData

/** Product facts from package.json. */
export const product = { ...busbar, version, firmwareVer: versionNumber(version) } as const
