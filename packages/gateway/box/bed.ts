import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

/*
 * A box: a real systemd as process 1 of namespaces of its own, over this machine's files or those of an image, on which it writes into
 * a layer that is gone afterwards. Nothing of it reaches the machine.
 */

const run = promisify(execFile)
const startMs = 20_000

/** Why there can be no box here; nothing where there can. */
export const missing = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'it needs root'
  for (const path of [
    '/lib/systemd/systemd',
    '/usr/bin/unshare',
    '/usr/bin/nsenter',
    '/usr/bin/setpriv',
    '/usr/bin/dpkg-deb',
    '/usr/sbin/runuser',
  ]) {
    if (!existsSync(path)) return `there is no ${path}`
  }
  return undefined
}

export interface Box {
  /** Runs a command in it, as root; rejects with what it says. */
  run(...command: string[]): Promise<string>
  /** Its process 1, as this machine counts. */
  readonly pid: number
  /** A file in it, from outside. */
  pathOf(path: string): string
  stop(): Promise<void>
}

/*
 * The clock belongs to the kernel, which a box shares with this machine: a time zone that is set in a box would move the machine's clock
 * (settimeofday(2) warps it). Nothing in a box may have the capability.
 */
const withoutClock = ['/usr/bin/setpriv', '--inh-caps=-sys_time', '--bounding-set=-sys_time']
const clockCapability = 1n << 25n

const maySetClock = (pid: number): boolean => {
  const [, bounding = 'ffffffffffffffff'] =
    /^CapBnd:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (BigInt(`0x${bounding}`) & clockCapability) !== 0n
}

/** Only what the service manager itself needs is started with it, and what our packages enabled. */
const begin = (folder: string, files: string, target: string): string => `set -e
mount --make-rprivate /
mount -t tmpfs tmpfs ${folder}
mkdir ${folder}/upper ${folder}/work ${folder}/root
mount -t overlay overlay -o lowerdir=${files},upperdir=${folder}/upper,workdir=${folder}/work ${folder}/root
cd ${folder}/root
mount -t proc proc proc
mount -t tmpfs -o mode=0755 tmpfs dev
mkdir dev/pts dev/shm
cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty dev
cp -a /dev/loop* dev || true
# As udev has it on a booted machine: for all, since the right over the network is what counts.
mkdir dev/net
cp -a /dev/net/tun dev/net && chmod 0666 dev/net/tun || true
mount -t devpts devpts dev/pts -o newinstance,ptmxmode=0666
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t sysfs sysfs sys
mount -t tmpfs tmpfs sys/fs/cgroup
mkdir sys/fs/cgroup/systemd
mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mkdir run/lock run/udev
# systemd listens to udev, which a test may start, only where it seems to run already.
touch run/udev/control
rm -rf lib/systemd/system/sysinit.target.wants/* lib/systemd/system/sockets.target.wants/*
find etc/systemd/system -path '*.wants/*' ! -name 'busbar-*' -delete
rm -rf lib/systemd/system/multi-user.target.wants/* lib/systemd/system/timers.target.wants/*
ip link set lo up
pivot_root . mnt
umount -l /mnt
# As on a booted machine: what is mounted later is seen by services that have begun.
mount --make-rshared /
exec env -i container=busbar PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=${target} --log-target=null
`

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Over these files: a folder, or several divided by colons, of which the first one counts most. */
export const startBox = async (files = '/', target = 'basic.target'): Promise<Box> => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-box-'))
  const script = join(folder, 'begin.sh')
  writeFileSync(script, begin(join(folder, 'layer'), files, target))
  mkdirSync(join(folder, 'layer'))
  const namespaces = ['--fork', '--pid', '--mount', '--cgroup', '--uts', '--ipc', '--net', '--kill-child=SIGKILL']
  const [drop, ...dropped] = withoutClock
  const outer = spawn(drop ?? '', [...dropped, 'unshare', ...namespaces, '/bin/sh', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async (): Promise<void> => {
    outer.kill('SIGKILL')
    await setTimeout(200)
    rmSync(folder, { recursive: true, force: true })
  }
  const first = async (): Promise<number> => {
    for (let waitedMs = 0; waitedMs < startMs; waitedMs += 100) {
      const [pid] = childrenOf(outer.pid ?? 0)
      if (pid !== undefined && readdirSync(`/proc/${pid}`).includes('root')) return pid
      await setTimeout(100)
    }
    throw new Error('the box does not begin')
  }
  const pid = await first()
  if (maySetClock(pid)) {
    await stop()
    throw new Error('the box could set the clock of this machine')
  }
  const inside = async (...command: string[]): Promise<string> => {
    const { stdout } = await run('nsenter', ['-t', String(pid), '-a', '-r', '-w', ...withoutClock, ...command], {
      timeout: 120_000,
    })
    return stdout.trim()
  }
  for (let waitedMs = 0; ; waitedMs += 200) {
    const state = await inside('systemctl', 'is-system-running').catch(
      (error: { stdout?: string }) => error.stdout ?? '',
    )
    if (/running|degraded/.test(state)) break
    if (waitedMs >= startMs) {
      await stop()
      throw new Error(`systemd does not start: ${state}`)
    }
    await setTimeout(200)
  }
  return { run: inside, pid, pathOf: (path) => `/proc/${pid}/root${path}`, stop }
}
