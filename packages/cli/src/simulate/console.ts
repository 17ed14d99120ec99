import type { Plant } from '@busbar/simulator'
import { templates } from '@busbar/templates'
import { faultList, switchOn } from './faults.ts'

type LineOutput = (line: string) => void
type ModemControl = (words: readonly string[]) => void

/** Commands that can be typed while the plant runs. */
const commands: Readonly<
  Record<
    string,
    {
      usage: string
      about: string
      run(plant: Plant, words: string[], print: LineOutput, tellModem?: ModemControl): void
    }
  >
> = {
  fault: {
    usage: 'fault SITE[/UNIT] NAME [NUMBER=...]',
    about: 'switch a fault on',
    run: (plant, words) => switchOn(plant, words),
  },
  clear: {
    usage: 'clear SITE[/UNIT] [NAME]',
    about: 'switch a fault off',
    run: (plant, [target = '', name]) => plant.faults.clear(target, name),
  },
  faults: {
    usage: 'faults',
    about: 'list active and available faults',
    run(plant, _, print) {
      for (const { target, name, params } of plant.faults.list()) print(`${target}: ${name} ${JSON.stringify(params)}`)
      for (const line of faultList()) print(line)
    },
  },
  show: {
    usage: 'show SITE/UNIT',
    about: 'show the current values of a device',
    run: (plant, [target = ''], print) => show(plant, target, print),
  },
  modem: {
    usage: 'modem sms FROM TEXT|home|roam|away|signal N',
    about: 'a message comes, or the network of the modem changes (--modem)',
    run(_plant, words, _say, tellModem) {
      if (tellModem === undefined) throw new RangeError('there is no modem: --modem makes one')
      tellModem(words)
    },
  },
  help: {
    usage: 'help',
    about: 'this list',
    run(_plant, _words, print) {
      for (const { usage, about } of Object.values(commands)) print(`  ${usage.padEnd(38)}${about}`)
    },
  },
}

/** Runs a typed line; an error is printed and changes nothing. */
const runCommand = (plant: Plant, line: string, print: LineOutput, tellModem?: ModemControl): void => {
  const [name = '', ...words] = line.trim().split(/\s+/)
  if (name === '') return
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) return print(`unknown command ${name}; type help`)
  try {
    command.run(plant, words, print, tellModem)
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
  }
}

/** Does what is typed, line by line, to the end of the input. */
export const runConsole = async (
  plant: Plant,
  lines: AsyncIterable<string>,
  print: LineOutput,
  tellModem?: ModemControl,
): Promise<void> => {
  for await (const line of lines) runCommand(plant, line, print, tellModem)
}

const show = (plant: Plant, target: string, print: LineOutput): void => {
  const [id = '', unit = ''] = target.split('/')
  const device = plant.site(id).device(Number(unit))
  if (device === undefined) throw new RangeError(`${id} has no unit ${unit}`)
  for (const { label, name, unitName = '', registerKind, address } of templates().get(device.sku)?.paramTemplates ??
    []) {
    print(
      `  ${label.padEnd(14)}${`${device.value(label)} ${unitName}`.padEnd(22)}${`${registerKind} ${address}`.padEnd(22)}${name.en}`,
    )
  }
}
