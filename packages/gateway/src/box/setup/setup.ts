import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setUpCard } from './card.ts'
import { setUpEthernet } from './ethernet.ts'
import { panelOptions, setUpFirstRun } from './first-run.ts'
import { boxConfWith, choose, offer, optionsPath, refuse, type SetupTools, textOf, withOption } from './tools.ts'

const rulePath = '/etc/udev/rules.d/78-busbar-gateway-port.rules'
const byId = '/dev/serial/by-id'

/** Sets the serial port by a persistent name and excludes it from modem detection. */
const setUpPort = async (tools: SetupTools, device?: string): Promise<void> => {
  const port = device ?? (await askPort(tools))
  if (port === undefined) return
  if (!/^\/dev\/[0-9a-zA-Z._:/+-]+$/.test(port) || !existsSync(join(tools.root, port))) refuse(`there is no ${port}`)
  const properties = await tools.run('udevadm', 'info', '--query=property', `--name=${port}`)
  const change = {
    [optionsPath]: withOption(textOf(tools, optionsPath), 'BUSBAR_GATEWAY_PORT', port),
    [rulePath]: rule(properties),
  }
  if (!(await offer(tools, change))) return
  await tools.run('udevadm', 'control', '--reload')
  await tools.run('udevadm', 'trigger', '--action=change', `--name-match=${port}`)
  await tools.run('systemctl', 'try-restart', 'busbar-gateway.service')
  tools.print(`The gateway has its bus at ${port}.`)
}

const askPort = async (tools: SetupTools): Promise<string | undefined> => {
  const folder = join(tools.root, byId)
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : []
  if (names.length > 0)
    return choose(
      tools,
      'The serial port',
      names.map((name) => `${byId}/${name}`),
      (path) => path,
      () => '',
    )
  tools.print('No USB adapter is plugged in. A serial port of the board has a name such as /dev/ttyAMA0.')
  return (await tools.ask('Serial port (Enter to keep): ')) || undefined
}

/** Identifies the adapter by its distinguishing properties, and a port of the board by its name. */
const rule = (properties: string): string => {
  const values = new Map(properties.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]))
  const matches = ['ID_SERIAL', 'ID_USB_INTERFACE_NUM'].flatMap((name) => {
    const value = values.get(name)
    return value !== undefined && /^[0-9a-zA-Z._:+-]+$/.test(value) ? [`ENV{${name}}=="${value}"`] : []
  })
  const kernel = /^\/dev\/(tty[0-9a-zA-Z]+)$/.exec(values.get('DEVNAME') ?? '')?.[1] ?? refuse('this is no serial port')
  const match = values.has('ID_SERIAL') && matches.length > 0 ? matches.join(', ') : `KERNEL=="${kernel}"`
  return `SUBSYSTEM=="tty", ${match}, ENV{ID_MM_PORT_IGNORE}="1"\n`
}

const backlights = '/sys/class/backlight'

/** Assigns the backlight that the gateway dims (`powerSaving`). */
const setUpDisplay = async (tools: SetupTools, name?: string): Promise<void> => {
  const path = join(tools.root, backlights)
  const names = existsSync(path) ? readdirSync(path).toSorted() : []
  if (name === undefined && names.length === 0) return tools.print('This box has no display that can be dimmed.')
  if (name !== undefined && name !== 'none' && !names.includes(name)) refuse(`there is no ${backlights}/${name}`)
  const chosen =
    name ??
    (await choose(
      tools,
      'The display',
      names,
      (one) => one,
      () => '',
    ))
  if (chosen === undefined) return
  if (!(await offer(tools, boxConfWith(tools, 'display', chosen === 'none' ? '' : chosen)))) return
  await tools.run('systemctl', 'try-restart', 'busbar-gateway.service')
  tools.print(chosen === 'none' ? 'The gateway does not dim a display.' : `The gateway dims ${chosen}.`)
}

const watchdogConf = '/etc/systemd/system.conf.d/busbar-gateway-watchdog.conf'

/** The hardware watchdog restarts a box whose kernel hangs. The owner decides, because it also restarts a slow one. */
const setUpWatchdog = async (tools: SetupTools, choice?: string): Promise<void> => {
  if (choice !== 'off' && !existsSync(join(tools.root, '/dev/watchdog')))
    return tools.print('This box has no hardware watchdog (/dev/watchdog).')
  if (!(await offer(tools, { [watchdogConf]: choice === 'off' ? null : '[Manager]\nRuntimeWatchdogSec=15\n' }))) return
  await tools.run('systemctl', 'daemon-reexec')
  tools.print(
    choice === 'off' ? 'The hardware watchdog is not used.' : 'A box that hangs for 15 seconds starts again by itself.',
  )
}

/** Opens or closes network access to the panel or Modbus TCP. */
const setUpListening =
  (names: readonly string[], what: string): SetupStep =>
  async (tools, choice = 'on') => {
    if (choice !== 'on' && choice !== 'off') refuse(`${choice} is neither on nor off`)
    const address = choice === 'on' ? '0.0.0.0' : '127.0.0.1'
    const before = textOf(tools, optionsPath)
    const after = names.reduce((text, name) => withOption(text, name, address), before)
    if (!(await offer(tools, { [optionsPath]: after }))) return
    await tools.run('systemctl', 'try-restart', 'busbar-gateway.service')
    tools.print(choice === 'on' ? `The network reaches ${what}.` : `Only this machine reaches ${what}.`)
  }

type SetupStep = (tools: SetupTools, choice?: string) => Promise<void>

/** Parts of the box that can be assigned to the gateway, in the order of the questions. */
const parts: Readonly<Record<string, { about: string; choices: string; setUp: SetupStep }>> = {
  panel: {
    about: 'network access to the panel and the API; both require a login',
    choices: '[on|off]',
    setUp: setUpListening(panelOptions, 'the panel'),
  },
  modbus: {
    about: 'network access to Modbus TCP',
    choices: '[on|off]',
    setUp: setUpListening(['BUSBAR_GATEWAY_MODBUS'], 'Modbus TCP'),
  },
  port: { about: 'the serial port', choices: '[DEVICE]', setUp: setUpPort },
  card: { about: 'the memory card', choices: '[DEVICE|none]', setUp: setUpCard },
  ethernet: {
    about: 'the interface configured by the setting `ethernet`',
    choices: '[NAME|none]',
    setUp: setUpEthernet,
  },
  display: { about: 'the display to dim', choices: '[NAME|none]', setUp: setUpDisplay },
  watchdog: { about: "the box's own watchdog", choices: '[on|off]', setUp: setUpWatchdog },
  'first-run': {
    about: 'applies busbar.txt of the boot partition; shows the address and the code of a new box',
    choices: '',
    setUp: setUpFirstRun,
  },
}

const usage = [
  'sudo busbar-gateway-setup [PART [WHICH]]: assigns parts of this box to the gateway. Without a part it asks about each.',
  ...Object.entries(parts).map(([name, { about, choices }]) => `  ${`${name} ${choices}`.padEnd(22)} ${about}`),
]

/** True where the box is as its owner wanted it. */
export const setUp = async (tools: SetupTools, args: readonly string[]): Promise<boolean> => {
  const [name, choice, ...more] = args
  if (name === undefined) {
    for (const [one, { about, setUp: begin }] of Object.entries(parts)) {
      tools.print(`-- ${one}: ${about}`)
      await begin(tools)
    }
    return true
  }
  const part = parts[name]
  if (part === undefined || more.length > 0) {
    for (const line of usage) tools.print(line)
    return name === '--help'
  }
  await part.setUp(tools, choice)
  return true
}
