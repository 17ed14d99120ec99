import { setUpCard } from './card.ts'
import { setUpDisplay } from './display.ts'
import { setUpEthernet } from './ethernet.ts'
import { setUpPort } from './port.ts'
import type { SetupTools } from './tools.ts'
import { setUpWatchdog } from './watchdog.ts'

type SetupStep = (tools: SetupTools, choice?: string) => Promise<void>

/** What of the box is lent to the gateway, each by a word; in the order in which they are asked for. */
const parts: Readonly<Record<string, { about: string; choices: string; setUp: SetupStep }>> = {
  port: { about: 'the serial port', choices: '[DEVICE]', setUp: setUpPort },
  card: { about: 'the memory card', choices: '[DEVICE|none]', setUp: setUpCard },
  ethernet: {
    about: 'the interface that the settings `ethernet` are about',
    choices: '[NAME|none]',
    setUp: setUpEthernet,
  },
  display: { about: 'the display that is dimmed', choices: '[NAME|none]', setUp: setUpDisplay },
  watchdog: { about: "the box's own watchdog", choices: '[on|off]', setUp: setUpWatchdog },
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
