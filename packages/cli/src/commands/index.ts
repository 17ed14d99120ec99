import type { Command } from '../command.ts'
import { demo } from './demo.ts'
import { simulate } from './simulate.ts'

/** Every command by the word that calls it. */
export const commands: Readonly<Record<string, Command>> = { demo, simulate }
