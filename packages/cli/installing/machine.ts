import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/*
 * A machine for containers: processes, mounts and network of its own, with this machine's files. Nothing of it reaches the network here,
 * and all that runs in it ends with it.
 */

const run = promisify(execFile)
const data = new URL('../../../.data', import.meta.url).pathname
const debootstrap = '/usr/sbin/debootstrap'

/** Why there can be none here; nothing where there can. */
export const missing = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'it needs root'
  const paths = ['/usr/bin/buildah', '/usr/bin/podman', '/usr/bin/podman-compose', debootstrap]
  const absent = paths.find((path) => !existsSync(path))
  return absent === undefined ? undefined : `there is no ${absent}`
}

/** As the slim images are made: without what only people read. Made once. */
const makeBase = async (): Promise<string> => {
  const base = join(data, 'container-base')
  if (existsSync(base)) return base
  const made = `${base}.new`
  rmSync(made, { recursive: true, force: true })
  await run(debootstrap, ['--variant=minbase', 'bookworm', made], { timeout: 600_000 })
  const left = ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/info', 'var/lib/apt/lists']
  for (const folder of left) rmSync(join(made, folder), { recursive: true, force: true })
  await run('chroot', [made, 'apt-get', 'clean'])
  await run('mv', [made, base])
  return base
}

const begin = `mount --make-rprivate / && mount -t cgroup2 none /sys/fs/cgroup && ip link set lo up && echo begun && exec sleep infinity`

/** Limits that every kernel grants. */
const containersConf = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=1024:1024"]
cgroups = "disabled"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
`

interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly isOutside?: boolean
}

export class Machine {
  /** Folder of its containers and of files of the test. */
  readonly folder: string
  readonly #pid: number
  readonly #end: () => void

  private constructor(folder: string, pid: number, end: () => void) {
    this.folder = folder
    this.#pid = pid
    this.#end = end
  }

  static async start(): Promise<Machine> {
    mkdirSync(data, { recursive: true })
    const folder = mkdtempSync(join(data, 'containers-'))
    writeFileSync(join(folder, 'containers.conf'), containersConf)
    const places = `graphroot = "${folder}/kept"\nrunroot = "${folder}/run"\n`
    writeFileSync(join(folder, 'storage.conf'), `[storage]\ndriver = "overlay"\n${places}`)
    const namespaces = ['--mount', '--net', '--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL']
    const outer = spawn('unshare', [...namespaces, 'sh', '-c', begin], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(outer.stdout, 'data')
    const { stdout } = await run('pgrep', ['--parent', String(outer.pid)])
    return new Machine(folder, Number(stdout), () => outer.kill('SIGKILL'))
  }

  /** Runs a command in it, as root; rejects with what it says. With `isOutside` it has this machine's network. */
  async run(
    command: readonly string[],
    { cwd = this.folder, env = {}, isOutside = false }: RunOptions = {},
  ): Promise<string> {
    const places = {
      CONTAINERS_CONF: join(this.folder, 'containers.conf'),
      CONTAINERS_STORAGE_CONF: join(this.folder, 'storage.conf'),
    }
    const spaces = ['-m', '-p', ...(isOutside ? [] : ['-n'])]
    const { stdout } = await run('nsenter', ['-t', String(this.#pid), ...spaces, 'env', '-C', cwd, ...command], {
      env: { ...process.env, ...places, ...env },
      timeout: 300_000,
      maxBuffer: 10_000_000,
    })
    return stdout.trim()
  }

  /** Debian under the name that the Containerfile begins with: nothing is fetched from a registry. */
  async addDebian(): Promise<void> {
    const base = await makeBase()
    const container = await this.run(['buildah', 'from', 'scratch'])
    await this.run(['buildah', 'add', '--quiet', container, base, '/'])
    await this.run(['buildah', 'config', '--env', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', container])
    await this.run(['buildah', 'commit', '--quiet', container, 'docker.io/library/debian:stable-slim'])
    await this.run(['buildah', 'rm', container])
  }

  /** Packages of Debian are fetched. */
  async build(folder: string, name: string, ...args: string[]): Promise<void> {
    const buildArgs = ['--pull-never', '--isolation', 'chroot', '--format', 'docker', '--tag', name, ...args]
    await this.run(['buildah', 'build', '--quiet', ...buildArgs, folder], { isOutside: true })
  }

  async stop(): Promise<void> {
    await this.run(['podman', 'rm', '--all', '--force']).catch(() => '')
    this.#end()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
