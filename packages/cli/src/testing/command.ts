import { busbar } from '../busbar.ts'
import { commands } from '../commands/index.ts'

/** Lines that are typed. */
export const lines = async function* (...typed: string[]): AsyncGenerator<string> {
  yield* typed
}

/** Runs a command in this process, which saves loading a program; gives its exit code and all that it said. */
export const runHere = async (
  args: readonly string[],
  { input = lines(), ended = new Promise<void>(() => {}) } = {},
): Promise<[number, string]> => {
  const output: string[] = []
  const print = (line: string): void => void output.push(line)
  return [await busbar(commands, args, { print, input, ended }, print), output.join('\n')]
}
