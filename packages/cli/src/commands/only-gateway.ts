import type { Commands } from '../command.ts'
import { gateway } from './gateway.ts'

/** Where nothing else is wanted. */
export const commands: Commands = { gateway }
