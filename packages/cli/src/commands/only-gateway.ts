import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Commands } from '../command.ts'
import { gatewayCommand } from './gateway.ts'

/** Where a package lays it: beside `node_modules`. */
const folder = fileURLToPath(new URL('../../../../../panel', import.meta.url))

/** Where nothing else is wanted. */
export const commands: Commands = {
  gateway: gatewayCommand(() => Promise.resolve(existsSync(folder) ? folder : null)),
}
