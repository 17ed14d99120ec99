import { workshop } from '@busbar/simulator'
import { type Command, command } from '../command.ts'
import { obey } from '../simulate/console.ts'
import { plantJson, plantLines } from '../simulate/report.ts'
import { runPlant } from '../simulate/run.ts'
import { addressOf } from '../values.ts'

export const demo: Command = command({
  summary: 'show what Busbar does, on simulated devices',
  about: 'So far this is the plant that the cloud and the gateway will read: six devices of a small workshop.',
  flags: {
    listen: { value: 'HOST:PORT', about: 'where the workshop listens (127.0.0.1:5020)' },
    json: { about: 'print one line of JSON when ready' },
  },
  async run(given, surroundings) {
    const { say } = surroundings
    await runPlant(
      {
        description: workshop,
        listen: addressOf('listen', given.listen ?? '127.0.0.1:5020'),
        serial: { baud: 9600, charFormat: 0, envelope: 'rtu' },
        faults: [],
        onReady(plant, served, serialPath) {
          if (given.json === true) return say(plantJson(served, serialPath))
          const [site] = served.sites
          say('Busbar demo: a workshop of six simulated devices, alive and waiting for any Modbus master.')
          for (const line of plantLines(served)) say(line)
          say('')
          say('The main meter (unit 1) shows now:')
          obey(plant, 'show workshop/1', say)
          say('')
          say(`Read it yourself:  mbpoll -m tcp -p ${site?.port} -a 1 -t 3:float -B -0 -r 0 -c 4 -1 ${site?.host}`)
          say('Break something:   type  fault workshop/3 slow ms=500   (help lists more)')
          say('Other plants:      npm run busbar -- simulate --help')
          say('Ctrl-C ends it. Nothing is stored.')
        },
      },
      surroundings,
    )
  },
})
