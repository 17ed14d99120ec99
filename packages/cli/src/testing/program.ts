import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const main = new URL('../main.ts', import.meta.url).pathname

/** Starts the real program. */
export const start = (...args: string[]) => {
  const program = spawn(process.execPath, [main, ...args])
  const exit = once(program, 'exit').then(([code]) => Number(code))
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  const errors = text(program)
  const line = async (): Promise<string> => String((await lines.next()).value)
  return { program, exit, line, errors }
}

const text = async ({ stderr }: ChildProcessWithoutNullStreams): Promise<string> => {
  const chunks: unknown[] = []
  for await (const chunk of stderr) chunks.push(chunk)
  return chunks.join('')
}
