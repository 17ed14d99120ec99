import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { offer, type SetupTools } from './tools.ts'

const path = '/etc/systemd/system.conf.d/busbar-gateway-watchdog.conf'

/** The box's own watchdog starts a box whose kernel hangs. It is the owner's to decide: it also ends one that is only slow. */
export const setUpWatchdog = async (tools: SetupTools, choice?: string): Promise<void> => {
  if (choice !== 'off' && !existsSync(join(tools.root, '/dev/watchdog')))
    return tools.print('This box has no hardware watchdog (/dev/watchdog).')
  if (!(await offer(tools, { [path]: choice === 'off' ? null : '[Manager]\nRuntimeWatchdogSec=15\n' }))) return
  await tools.run('systemctl', 'daemon-reexec')
  tools.print(
    choice === 'off' ? 'The hardware watchdog is not used.' : 'A box that hangs for 15 seconds starts again by itself.',
  )
}
