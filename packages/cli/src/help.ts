import { type Commands, helpOf, isGroup } from './command.ts'
import { commands } from './commands/index.ts'

/** The page of each command, as `busbar COMMAND --help` shows it. */
export const helpPages = (): readonly string[] => pagesIn(commands, '')

const pagesIn = (table: Commands, path: string): string[] =>
  Object.entries(table).flatMap(([name, one]) =>
    isGroup(one)
      ? pagesIn(one.commands, `${path}${name} `)
      : [helpOf(`${path}${name}`, one), ...pagesIn(one.more ?? {}, `${path}${name} `)],
  )
