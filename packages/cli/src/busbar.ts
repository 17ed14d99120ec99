import { type CommandContext, type Commands, helpOf, isGroup, listOf, parse, UsageError } from './command.ts'

const helpWords = new Set(['help', '--help', '-h'])

/** Runs what the words ask for; gives the exit code: 0 done, 1 failed, 2 not understood. */
export const busbar = async (
  commands: Commands,
  words: readonly string[],
  context: CommandContext,
  complain: (line: string) => void,
): Promise<number> => {
  try {
    const title = 'busbar: monitoring of Modbus equipment'
    await runIn(commands, 'busbar', `${title}. From a checkout: npm run busbar -- COMMAND`, words, context)
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    complain(`busbar: ${error instanceof Error ? error.message : String(error)}`)
    return isUsage ? 2 : 1
  }
}

/** Follows the words from group to group until they name a command. */
const runIn = async (
  commands: Commands,
  path: string,
  title: string,
  [name = 'help', ...rest]: readonly string[],
  context: CommandContext,
): Promise<void> => {
  if (helpWords.has(name)) return context.print(listOf(title, path, commands))
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined
  const called = `${path} ${name}`
  if (found === undefined) {
    throw new UsageError(`there is no command ${called.slice('busbar '.length)}; \`${path} help\` lists them`)
  }
  if (isGroup(found)) return runIn(found.commands, called, `${called}: ${found.summary}`, rest, context)
  const [next = ''] = rest
  if (found.more !== undefined && Object.hasOwn(found.more, next)) {
    return runIn(found.more, called, `${called}: ${found.summary}`, rest, context)
  }
  const words = called.slice('busbar '.length)
  if (rest.some((arg) => arg === '--help' || arg === '-h')) return context.print(helpOf(words, found))
  await found.run(parse(words, found, rest), context)
}
