import { parseArgs } from 'node:util'

/** `value` names what follows the flag; a flag without it is a switch. */
interface Flag {
  about: string
  value?: string
  /** May be given several times. */
  isList?: boolean
}
type Flags = Readonly<Record<string, Flag>>
/** What was given, by flag: a text, a switch, or a list of texts. */
type Given<F extends Flags> = {
  [K in keyof F]?: F[K] extends { isList: true } ? string[] : F[K] extends { value: string } ? string : boolean
}

/** What a running command may use of the world around it. */
export interface Surroundings {
  say: (line: string) => void
  /** Lines that somebody types while it runs. */
  input: AsyncIterable<string>
  /** Settles when the program is asked to end. */
  ended: Promise<void>
}

export interface Command<F extends Flags = Flags> {
  summary: string
  about?: string
  flags: F
  run(given: Given<F>, surroundings: Surroundings): Promise<void>
}

/** The person at the keyboard asked for something that cannot be; the message says what can. */
export class UsageError extends Error {}

/** Keeps the flags' types while the commands stand in one table. */
export const command = <const F extends Flags>(described: Command<F>): Command => described

/** Reads a command's flags. */
export const parse = (name: string, { flags }: Command, args: readonly string[]): Given<Flags> => {
  const options = Object.fromEntries(
    Object.entries(flags).map(([flag, { value, isList = false }]) => [
      flag,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: isList },
    ]),
  )
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values as Given<Flags>
  } catch (error) {
    const [why] = String(error instanceof Error ? error.message : error).split('. ')
    throw new UsageError(`${why}; \`busbar ${name} --help\` lists what there is`)
  }
}

/** The page that `--help` shows. */
export const helpOf = (name: string, { summary, about, flags }: Command): string => {
  const rows = Object.entries(flags).map(([flag, { value, about: what, isList }]) => [
    `  --${flag}${value === undefined ? '' : ` ${value}`}`,
    isList ? `${what} (may be repeated)` : what,
  ])
  const width = Math.max(...rows.map(([left = '']) => left.length), 8) + 2
  const lines = [...rows, ['  --help', 'This page']].map(([left = '', right = '']) => left.padEnd(width) + right)
  return [`busbar ${name}: ${summary}`, ...(about === undefined ? [] : ['', about]), '', ...lines].join('\n')
}
