import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

type Row = Record<string, unknown>

export interface ServiceProcess {
  pid: number
  /** Rejects with the service's output if it ends before responding. */
  ask(sql: string): Promise<Row[]>
  serverPid(): Promise<number>
  /** Signals the whole process group, as Ctrl-C does; resolves when the service has ended. */
  signal(signal: NodeJS.Signals): Promise<void>
  /** Closes its input, which makes it stop. */
  end(): Promise<void>
}

const program = fileURLToPath(import.meta.resolve('./service.ts'))

/** Starts a service in a separate process and waits until it is ready. */
export const spawnService = async (folder: string, account?: { uid: number; gid: number }): Promise<ServiceProcess> => {
  const child = spawn(process.execPath, [program, folder], { ...account, stdio: 'pipe', detached: true, cwd: '/' })
  const exited = once(child, 'exit')
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stdin.on('error', () => {})
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async (): Promise<Row[]> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(output)
    return JSON.parse(value) as Row[]
  }
  const ask = (sql: string): Promise<Row[]> => {
    child.stdin.write(`${sql.replaceAll('\n', ' ')}\n`)
    return answer()
  }
  await answer()
  const pid = child.pid ?? 0
  return {
    pid,
    ask,
    async serverPid() {
      const [row] = await ask(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
      return Number(row?.['pid'])
    },
    async signal(signal) {
      process.kill(-pid, signal)
      await exited
    },
    async end() {
      child.stdin.end()
      await exited
    },
  }
}
