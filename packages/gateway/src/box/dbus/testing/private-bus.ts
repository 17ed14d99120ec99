import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Why there can be no bus here; nothing where there can. */
export const missingBus = (): string | undefined =>
  existsSync('/usr/bin/dbus-daemon') ? undefined : 'there is no /usr/bin/dbus-daemon'

const configuration = (folder: string): string => `<busconfig>
  <type>custom</type>
  <listen>unix:path=${folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
  </policy>
</busconfig>
`

export interface PrivateBus {
  readonly address: string
  stop(): Promise<void>
}

/** Starts a separate bus on which every operation is permitted. It has no connection to the machine's bus. */
export const startBus = async (): Promise<PrivateBus> => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-bus-'))
  const file = join(folder, 'bus.conf')
  writeFileSync(file, configuration(folder))
  const daemon: ChildProcess = spawn('dbus-daemon', ['--nofork', '--print-address', `--config-file=${file}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const stop = async (): Promise<void> => {
    if (daemon.exitCode === null && daemon.kill('SIGKILL')) await once(daemon, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  if (daemon.stdout === null) throw new Error('the bus has no output')
  const ended = once(daemon, 'exit').then(() => [''])
  const [address = ''] = (await Promise.race([once(createInterface(daemon.stdout), 'line'), ended])) as string[]
  if (address === '') throw new Error('the bus does not start')
  return { address, stop }
}
