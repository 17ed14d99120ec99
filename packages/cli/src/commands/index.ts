import type { Commands } from '../command.ts'
import { admin } from './admin.ts'
import { cloud } from './cloud.ts'
import { demo } from './demo.ts'
import { gateway } from './gateway-with-panel.ts'
import { simulate } from './simulate.ts'

/** Every command by the word that calls it. */
export const commands: Commands = { demo, cloud, gateway, admin, simulate }
