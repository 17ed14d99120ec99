import { createInterface } from 'node:readline'
import { busbar } from './busbar.ts'
import type { Commands } from './command.ts'

/** This process is the program: its words, its input, its end and its exit code. The commands are loaded once it can be ended. */
export const runProcess = async (words: readonly string[], load: () => Promise<Commands>): Promise<void> => {
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const commands = await load()
  const input = createInterface({ input: process.stdin })
  process.exitCode = await busbar(commands, words, { print: (line) => console.log(line), input, ended }, (line) =>
    console.error(line),
  )
  input.close()
  process.stdin.destroy()
}
