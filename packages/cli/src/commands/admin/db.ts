import { distributeReadings, distributionPlan } from '@busbar/cloud/admin'
import { command, type Group } from '../../command.ts'
import { admin, installationFlags } from './place.ts'

const isThere = 'The readings are spread over the workers already; there is nothing to be done.'

export const db: Group = {
  summary: 'the database itself: spread the readings over several servers',
  commands: {
    distribute: command({
      summary: 'spread the readings over the workers of Citus, by organization',
      about: `The database needs the extension Citus and workers that it knows; everything but readings stays on the coordinator. All rows of
readings are copied: it takes as long as that, and as much room. No service may run meanwhile. There is no way back but a backup that is
restored into a database without Citus.`,
      flags: { 'dry-run': { about: 'only say what would be done, statement by statement' }, ...installationFlags },
      async run(flags, { print }) {
        if (flags['dry-run'] === true) {
          const steps = await admin(flags, distributionPlan)
          for (const { what, text } of steps) print(`-- ${what}\n${text};`)
          if (steps.length === 0) print(isThere)
          return
        }
        const isDone = await admin(flags, (opened) => distributeReadings(opened, ({ what }) => print(what)))
        print(isDone ? 'The readings are spread. Start the service again.' : isThere)
      },
    }),
  },
}
