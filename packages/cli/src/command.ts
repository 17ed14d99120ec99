import { parseArgs } from 'node:util'

/** `value` names what follows the flag; a flag without it is a switch. */
export interface Flag {
  about: string
  value?: string
  /** May be given several times. */
  isList?: boolean
  /** Given as a word alone: `backup FILE`; with `isList` as one or more. One of a command at most. */
  isWord?: boolean
}
export type Flags = Readonly<Record<string, Flag>>
/** Values by flag: a text, a switch, or a list of texts. */
type FlagValues<F extends Flags> = {
  [K in keyof F]?: F[K] extends { isList: true } ? string[] : F[K] extends { value: string } ? string : boolean
}

/** The environment of a running command. */
export interface CommandContext {
  print: (line: string) => void
  /** Lines typed while it runs. */
  input: AsyncIterable<string>
  /** Settles when the program is asked to end. */
  ended: Promise<void>
}

export interface Command<F extends Flags = Flags> {
  summary: string
  about?: string
  flags: F
  /** Commands of one word more: `busbar gateway button`. */
  more?: Commands
  run(flags: FlagValues<F>, context: CommandContext): Promise<void>
}

/** Commands that share their first word: `busbar admin org create`. */
export interface Group {
  summary: string
  commands: Commands
}
export type Commands = Readonly<Record<string, Command | Group>>

export const isGroup = (one: Command | Group): one is Group => 'commands' in one

/** The arguments are invalid; the message names the valid ones. */
export class UsageError extends Error {}

/** Keeps the flags' types while the commands stand in one table. */
export const command = <const F extends Flags>(described: Command<F>): Command => described

/** Reads a command's flags. */
export const parse = (name: string, { flags }: Command, args: readonly string[]): FlagValues<Flags> => {
  const all = Object.entries(flags)
  const word = all.find(([, { isWord }]) => isWord)?.[0]
  const options = Object.fromEntries(
    all
      .filter(([flag]) => flag !== word)
      .map(([flag, { value, isList = false }]) => [
        flag,
        { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: isList },
      ]),
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      strict: true,
      allowPositionals: word !== undefined,
    })
    const isList = word !== undefined && flags[word]?.isList === true
    if (positionals.length > 1 && !isList) throw new Error(`Unexpected argument '${positionals[1]}'`)
    return {
      ...values,
      ...(word !== undefined && { [word]: isList ? positionals : positionals[0] }),
    } as FlagValues<Flags>
  } catch (error) {
    const [why] = String(error instanceof Error ? error.message : error).split('. ')
    throw new UsageError(`${why}; \`busbar ${name} --help\` lists the options`)
  }
}

/** The list that a group shows, and `busbar help` for all. */
export const listOf = (title: string, path: string, commands: Commands): string => {
  const width = Math.max(...Object.keys(commands).map((name) => name.length), 10) + 2
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${path} ${name.padEnd(width)}${summary}`)
  return [title, '', ...rows, '', `  ${path} COMMAND --help says more.`].join('\n')
}

/** The page that `--help` shows. */
export const helpOf = (name: string, { summary, about, flags, more = {} }: Command): string => {
  const rows = Object.entries(flags).map(([flag, { value, about: what, isList, isWord }]) => [
    isWord ? `  ${value}` : `  --${flag}${value === undefined ? '' : ` ${value}`}`,
    isList ? `${what} (may be repeated)` : what,
  ])
  const width = Math.max(...rows.map(([left = '']) => left.length), 8) + 2
  const lines = [...rows, ['  --help', 'This page']].map(([left = '', right = '']) => left.padEnd(width) + right)
  const others = Object.entries(more).map(([word, one]) => `  busbar ${name} ${word.padEnd(10)}${one.summary}`)
  const title = [`busbar ${name}: ${summary}`, ...(about === undefined ? [] : ['', about])]
  return [...title, '', ...lines, ...(others.length === 0 ? [] : ['', ...others])].join('\n')
}
