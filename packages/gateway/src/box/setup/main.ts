import { execFile } from 'node:child_process'
import { argv, exit, getuid, stderr, stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { BoxConfProblem } from '../box-conf.ts'
import { askGateway, type ControlRequest } from '../control/control-line.ts'
import type { FirstRunRequest, FirstRunStatus } from '../first-run.ts'
import { setUp } from './setup.ts'
import { SetupProblem } from './tools.ts'

/** `busbar-gateway-setup`, which the owner of a box runs as root. */

const lines = createInterface({ input: stdin })[Symbol.asyncIterator]()
const run = promisify(execFile)
const dataFolder = '/var/lib/busbar-gateway'

const request = async (what: ControlRequest): Promise<object | undefined> => {
  const answer = await askGateway(dataFolder, what)
  if (answer === undefined) throw new SetupProblem('the gateway is not running: systemctl start busbar-gateway')
  if (!answer.isDone) throw new SetupProblem(answer.why)
  return answer.told
}

const tools = {
  root: '/',
  print: (line: string) => void stdout.write(`${line}\n`),
  async ask(question: string) {
    stdout.write(question)
    const { value = '', done } = (await lines.next()) as { value?: string; done?: boolean }
    if (done === true) stdout.write('\n')
    return value.trim()
  },
  async adopt(ethernet: object) {
    await request({ do: 'adopt', ethernet: { ...ethernet } })
  },
  firstRun: async (first: FirstRunRequest) => (await request({ do: 'first-run', ...first })) as FirstRunStatus,
  now: () => new Date(),
  run: async (program: string, ...args: string[]) => (await run(program, args, { timeout: 120_000 })).stdout,
}

try {
  if (getuid?.() !== 0 && argv[2] !== '--help') throw new SetupProblem('run this program as root')
  exit((await setUp(tools, argv.slice(2))) ? 0 : 2)
} catch (error) {
  const { stderr: errorOutput, message } = error as { stderr?: string; message: string }
  const isKnown = error instanceof SetupProblem || error instanceof BoxConfProblem
  stderr.write(`busbar-gateway-setup: ${isKnown ? message : errorOutput?.trim() || message}\n`)
  exit(1)
}
