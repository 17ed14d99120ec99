import { type Command, helpOf, parse, type Surroundings, UsageError } from './command.ts'

const helpWords = new Set(['help', '--help', '-h'])

/** Runs what the words ask for; gives the exit code: 0 done, 1 failed, 2 not understood. */
export const busbar = async (
  commands: Readonly<Record<string, Command>>,
  words: readonly string[],
  surroundings: Surroundings,
  complain: (line: string) => void,
): Promise<number> => {
  const [name = 'help', ...args] = words
  try {
    if (helpWords.has(name)) surroundings.say(overview(commands))
    else await runOne(commands, name, args, surroundings)
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    complain(`busbar: ${error instanceof Error ? error.message : String(error)}`)
    return isUsage ? 2 : 1
  }
}

const runOne = async (
  commands: Readonly<Record<string, Command>>,
  name: string,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<void> => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new UsageError(`there is no command ${name}; \`busbar help\` lists them`)
  if (args.some((arg) => arg === '--help' || arg === '-h')) return surroundings.say(helpOf(name, command))
  await command.run(parse(name, command, args), surroundings)
}

const overview = (commands: Readonly<Record<string, Command>>): string =>
  [
    'busbar: monitoring of Modbus equipment',
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  busbar ${name.padEnd(12)}${summary}`),
    '',
    '  busbar COMMAND --help says more. From a checkout: npm run busbar -- COMMAND',
  ].join('\n')
