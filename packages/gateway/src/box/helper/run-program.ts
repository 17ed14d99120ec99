import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const patienceMs = 60_000

/** A program of the system with these arguments, without a shell; what it prints. */
export const runProgram = async (program: string, ...args: string[]): Promise<string> =>
  (await run(program, args, { timeout: patienceMs })).stdout
