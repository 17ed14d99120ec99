import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

type Row = Record<string, unknown>

export interface ServiceProcess {
  pid: number
  /** Rejects with what the service said if it ends before it answers. */
  ask(sql: string): Promise<Row[]>
  serverPid(): Promise<number>
  /** A signal to its whole process group, as Ctrl-C sends it; resolves when the service is gone. */
  signal(signal: NodeJS.Signals): Promise<void>
  /** Closes its input, which makes it stop. */
  end(): Promise<void>
}

const program = fileURLToPath(import.meta.resolve('./service.ts'))

/** A service in a process of its own, when it is ready. */
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
