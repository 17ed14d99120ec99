import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setUpCard } from './card.ts'
import { setUpEthernet } from './ethernet.ts'
import { panelOptions, setUpFirstRun } from './first-run.ts'
import { setUpPort } from './port.ts'
import { boxConfWith, choose, offer, optionsPath, refuse, type SetupTools, textOf, withOption } from './tools.ts'

const backlights = '/sys/class/backlight'

/** Whose backlight the gateway dims (`powerSaving`). */
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
  tools.print(chosen === 'none' ? 'The gateway dims no display.' : `The gateway dims ${chosen}.`)
}

const watchdogConf = '/etc/systemd/system.conf.d/busbar-gateway-watchdog.conf'

/** The box's own watchdog starts a box whose kernel hangs. It is the owner's to decide: it also ends one that is only slow. */
const setUpWatchdog = async (tools: SetupTools, choice?: string): Promise<void> => {
  if (choice !== 'off' && !existsSync(join(tools.root, '/dev/watchdog')))
    return tools.print('This box has no hardware watchdog (/dev/watchdog).')
  if (!(await offer(tools, { [watchdogConf]: choice === 'off' ? null : '[Manager]\nRuntimeWatchdogSec=15\n' }))) return
  await tools.run('systemctl', 'daemon-reexec')
  tools.print(
    choice === 'off' ? 'The hardware watchdog is not used.' : 'A box that hangs for 15 seconds starts again by itself.',
  )
}

/** Lets the network reach the panel or Modbus TCP; otherwise only this machine does. */
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

/** What of the box is lent to the gateway, each by a word; in the order in which they are asked for. */
const parts: Readonly<Record<string, { about: string; choices: string; setUp: SetupStep }>> = {
  panel: {
    about: 'whether the network reaches the panel and the API; both require a login',
    choices: '[on|off]',
    setUp: setUpListening(panelOptions, 'the panel'),
  },
  modbus: {
    about: 'whether the network reaches Modbus TCP',
    choices: '[on|off]',
    setUp: setUpListening(['BUSBAR_GATEWAY_MODBUS'], 'Modbus TCP'),
  },
  port: { about: 'the serial port', choices: '[DEVICE]', setUp: setUpPort },
  card: { about: 'the memory card', choices: '[DEVICE|none]', setUp: setUpCard },
  ethernet: {
    about: 'the interface that the settings `ethernet` are about',
    choices: '[NAME|none]',
    setUp: setUpEthernet,
  },
  display: { about: 'the display that is dimmed', choices: '[NAME|none]', setUp: setUpDisplay },
  watchdog: { about: "the box's own watchdog", choices: '[on|off]', setUp: setUpWatchdog },
  'first-run': {
    about: 'applies busbar.txt of the boot partition; shows the address and the code of a new box',
    choices: '',
    setUp: setUpFirstRun,
  },
}

const usage = [
  'sudo busbar-gateway-setup [PART [WHICH]]: says what of this box belongs to the gateway. Without a part it asks for all.',
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
