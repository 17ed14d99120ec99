import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Commands } from '../command.ts'
import { gatewayCommand } from './gateway.ts'

/** The folder of the panel in a package, beside `node_modules`. */
const folder = fileURLToPath(new URL('../../../../../panel', import.meta.url))

/** The commands of a package with the gateway alone. */
export const commands: Commands = {
  gateway: gatewayCommand(() => Promise.resolve(existsSync(folder) ? folder : null)),
}
