import { helpOf } from './command.ts'
import { commands } from './commands/index.ts'

/** The page of each command, as `busbar COMMAND --help` shows it. */
export const helpPages = (): readonly string[] => Object.entries(commands).map(([name, one]) => helpOf(name, one))
