import { type Command, command } from '../command.ts'
import { choosePlant } from '../simulate/plant.ts'
import { codeJson, codeLine, plantJson, plantLines } from '../simulate/report.ts'
import { runPlant } from '../simulate/run.ts'
import { addressOf, integerOf, momentOf, numberOf } from '../values.ts'
import { summaries } from './summaries.ts'

export const simulate: Command = command({
  summary: summaries.simulate,
  about: 'While it runs, it accepts commands: help lists them (faults, values of a device).',
  flags: {
    plant: {
      value: 'NAME|FILE',
      about:
        'workshop, district, swarm, library (a unit of every device family), or a JSON file of your own (workshop)',
    },
    sites: { value: 'N', about: 'sites of the swarm (10)' },
    units: { value: 'N', about: 'devices on each site of the swarm (10)' },
    listen: { value: 'HOST:PORT', about: 'address of the first site; the others follow (127.0.0.1:5020)' },
    'call-back': { value: 'HOST:PORT', about: 'let the gateway of every site also connect to a cloud at this address' },
    'call-back-tls': { about: 'let them use TLS' },
    pty: { value: 'PATH', about: 'put a site on a new pseudo-terminal of this name' },
    serial: { value: 'DEVICE', about: 'put a site on a serial port' },
    baud: { value: 'N', about: 'speed of the serial port (9600)' },
    format: { value: 'N', about: 'character format 0-5: E1, O1, space, N2, N1, auto (0)' },
    ascii: { about: 'use ASCII instead of RTU on the serial port' },
    site: { value: 'ID', about: 'the site on the serial port (the first)' },
    modem: {
      value: 'PATH|abstract:NAME',
      about:
        'a modem that speaks AT, on a new pseudo-terminal of this name, or at an abstract socket as ModemManager tests with',
    },
    'modem-pin': { value: 'DIGITS', about: 'the PIN of its card (none)' },
    speed: { value: 'N', about: 'simulated seconds per second (1)' },
    start: { value: 'MOMENT', about: 'simulated time at the start (now)' },
    seed: { value: 'TEXT', about: 'seed of the simulated devices' },
    fault: { value: '"TARGET NAME ..."', about: 'a fault from the start, in the syntax of the commands', isList: true },
    json: { about: 'print one line of JSON when ready' },
  },
  async run(flags, context) {
    const description = choosePlant({
      plant: flags.plant ?? 'workshop',
      sites: integerOf('sites', flags.sites ?? '10', 1, 20_000),
      units: integerOf('units', flags.units ?? '10', 1, 247),
      seed: flags.seed,
    })
    await runPlant(
      {
        description,
        listen: addressOf('listen', flags.listen ?? '127.0.0.1:5020'),
        serial: {
          pty: flags.pty,
          device: flags.serial,
          baud: integerOf('baud', flags.baud ?? '9600', 75, 230_400),
          charFormat: integerOf('format', flags.format ?? '0', 0, 5),
          envelope: flags.ascii === true ? 'ascii' : 'rtu',
        },
        callBack:
          flags['call-back'] === undefined
            ? undefined
            : {
                ...addressOf('call-back', flags['call-back']),
                isTls: flags['call-back-tls'] === true,
                onCode: (site) => context.print(flags.json === true ? codeJson(site) : codeLine(site)),
              },
        site: flags.site,
        modem: flags.modem === undefined ? undefined : { portName: flags.modem, pin: flags['modem-pin'] ?? null },
        speed: numberOf('speed', flags.speed ?? '1', 0, 1_000_000),
        startMs: flags.start === undefined ? Date.now() : momentOf('start', flags.start),
        faults: flags.fault ?? [],
        onReady(_plant, served, serialPath) {
          if (flags.json === true) return context.print(plantJson(served, serialPath))
          context.print(`Plant ${description.name}, ${served.sites.length} site(s):`)
          for (const line of plantLines(served)) context.print(line)
          if (serialPath !== undefined) context.print(`  serial line at ${serialPath}`)
          context.print('Type help for a list of commands; Ctrl-C stops the plant.')
        },
      },
      context,
    )
  },
})
