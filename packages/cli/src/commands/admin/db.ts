import { distributeReadings, distributionPlan } from '@busbar/cloud/admin'
import { command, type Group } from '../../command.ts'
import { admin, installationFlags } from './place.ts'

const isThere = 'The readings are spread over the workers already; there is nothing to be done.'

export const db: Group = {
  summary: 'the database: distribute readings over several servers',
  commands: {
    distribute: command({
      summary: 'distribute readings over the workers of Citus, by organization',
      about: `The database needs the Citus extension with registered workers; everything but readings stays on the coordinator. All readings are
copied, which takes time and disk space. Stop the service first. To return, restore a backup into a database
without Citus.`,
      flags: { 'dry-run': { about: 'only print the statements that would run' }, ...installationFlags },
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
