import { type Command, command } from '../command.ts'
import { choosePlant } from '../simulate/plant.ts'
import { codeJson, codeLine, plantJson, plantLines } from '../simulate/report.ts'
import { runPlant } from '../simulate/run.ts'
import { addressOf, momentOf, numberOf, wholeOf } from '../values.ts'
import { summaries } from './summaries.ts'

export const simulate: Command = command({
  summary: summaries.simulate,
  about: 'While it runs, lines can be typed: help lists them (faults on and off, what a device shows).',
  flags: {
    plant: {
      value: 'NAME|FILE',
      about:
        'workshop, district, swarm, library (a unit of every device family), or a JSON file of your own (workshop)',
    },
    sites: { value: 'N', about: 'sites of the swarm (10)' },
    units: { value: 'N', about: 'devices on each site of the swarm (10)' },
    listen: { value: 'HOST:PORT', about: 'where the first site listens; the others follow (127.0.0.1:5020)' },
    'call-back': { value: 'HOST:PORT', about: 'let the gateway of every site call a cloud there, too' },
    'call-back-tls': { about: 'let them speak TLS' },
    pty: { value: 'PATH', about: 'put a site on a new pseudo-terminal of this name' },
    serial: { value: 'DEVICE', about: 'put a site on a serial port' },
    baud: { value: 'N', about: 'speed of the serial port (9600)' },
    format: { value: 'N', about: 'character format 0-5: E1, O1, space, N2, N1, auto (0)' },
    ascii: { about: 'speak ASCII instead of RTU on the serial port' },
    site: { value: 'ID', about: 'which site is on the serial port (the first)' },
    modem: {
      value: 'PATH|abstract:NAME',
      about:
        'a modem that speaks AT, on a new pseudo-terminal of this name, or at an abstract socket as ModemManager tests with',
    },
    'modem-pin': { value: 'DIGITS', about: 'the PIN of its card (none)' },
    speed: { value: 'N', about: 'simulated seconds in a real one (1)' },
    start: { value: 'MOMENT', about: 'simulated time at the start (now)' },
    seed: { value: 'TEXT', about: 'another seed makes other devices' },
    fault: { value: '"TARGET NAME ..."', about: 'a fault from the start, as it would be typed', isList: true },
    json: { about: 'print one line of JSON when ready' },
  },
  async run(given, surroundings) {
    const description = choosePlant({
      plant: given.plant ?? 'workshop',
      sites: wholeOf('sites', given.sites ?? '10', 1, 20_000),
      units: wholeOf('units', given.units ?? '10', 1, 247),
      seed: given.seed,
    })
    await runPlant(
      {
        description,
        listen: addressOf('listen', given.listen ?? '127.0.0.1:5020'),
        serial: {
          pty: given.pty,
          device: given.serial,
          baud: wholeOf('baud', given.baud ?? '9600', 75, 230_400),
          charFormat: wholeOf('format', given.format ?? '0', 0, 5),
          envelope: given.ascii === true ? 'ascii' : 'rtu',
        },
        callBack:
          given['call-back'] === undefined
            ? undefined
            : {
                ...addressOf('call-back', given['call-back']),
                isTls: given['call-back-tls'] === true,
                onCode: (site) => surroundings.say(given.json === true ? codeJson(site) : codeLine(site)),
              },
        site: given.site,
        modem: given.modem === undefined ? undefined : { place: given.modem, pin: given['modem-pin'] ?? null },
        speed: numberOf('speed', given.speed ?? '1', 0, 1_000_000),
        startMs: given.start === undefined ? Date.now() : momentOf('start', given.start),
        faults: given.fault ?? [],
        onReady(_plant, served, serialPath) {
          if (given.json === true) return surroundings.say(plantJson(served, serialPath))
          surroundings.say(`Plant ${description.name}, ${served.sites.length} site(s):`)
          for (const line of plantLines(served)) surroundings.say(line)
          if (serialPath !== undefined) surroundings.say(`  serial line at ${serialPath}`)
          surroundings.say('Type help for what can be done while it runs; Ctrl-C ends it.')
        },
      },
      surroundings,
    )
  },
})
