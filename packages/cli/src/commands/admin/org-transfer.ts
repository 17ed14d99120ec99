import { stat } from 'node:fs/promises'
import { exportOrgTo, importOrgFrom } from '@busbar/cloud/admin'
import { command } from '../../command.ts'
import { requiredArg, requiredFlag } from '../../values.ts'
import { admin, installationFlags, orgIdOf } from './place.ts'

export const exportCommand = command({
  summary: 'write an organization to a file',
  about: 'Exports the configuration, without readings, users and logs. Only the owner of the file can read it.',
  flags: {
    file: { value: 'FILE', about: 'a file that does not exist yet', isWord: true },
    org: { value: 'ID', about: 'the organization' },
    secrets: { about: 'include the passwords of controllers' },
    photos: { about: 'include photos of networks and devices' },
    ...installationFlags,
  },
  async run(flags, { print }) {
    const file = requiredArg('FILE', flags.file)
    const orgId = orgIdOf(requiredFlag('org', flags.org))
    const options = { withSecrets: flags.secrets === true, withPhotos: flags.photos === true }
    await admin(flags, (opened) => exportOrgTo(opened, { orgId, file, ...options }))
    print(`${file} is written, ${(await stat(file)).size} bytes.`)
  },
})

export const importCommand = command({
  summary: 'import such a file into an organization',
  about:
    'Imports everything or nothing, with new IDs. Gateways must be activated again with their codes. Connections, writes and notifications are off until they are enabled, in the console or with these flags.',
  flags: {
    file: { value: 'FILE', about: 'a file of "export" or of the API', isWord: true },
    org: { value: 'ID', about: 'the organization' },
    plan: { about: 'store nothing, and print the connections, writes and messages that would follow' },
    polling: { about: 'connect to its networks at once' },
    writing: { about: 'permit writes to its networks, where the file does' },
    alerts: { about: 'evaluate its alerts at once, and let them act' },
    ...installationFlags,
  },
  async run(flags, { print }) {
    const file = requiredArg('FILE', flags.file)
    const orgId = orgIdOf(requiredFlag('org', flags.org))
    const on = { polling: flags.polling === true, writing: flags.writing === true, alerts: flags.alerts === true }
    const {
      notes,
      plan,
      isPlan,
      reportBranches: _branches,
      ...made
    } = await admin(flags, (opened) => importOrgFrom(opened, { orgId, file, on, isPlan: flags.plan === true }))
    const counts = Object.entries(made).map(([what, ids]) => `${Object.keys(ids).length} ${what}`)
    print(isPlan ? `${file} can be imported; nothing is stored.` : `${file} is imported: ${counts.join(', ')}.`)
    for (const line of [...notes, ...planLines(plan)]) print(line)
  },
})

type Plan = Awaited<ReturnType<typeof importOrgFrom>>['plan']

/** Lists effects outside of the service, current or once switched on. */
const planLines = ({ dials, writes, actions, recipients }: Plan): string[] => {
  const commands = actions.filter(({ type }) => type === 'write-param')
  const state = (isOn: boolean): string => (isOn ? 'on: ' : 'off: ')
  return [
    ...dials.map((one) => `${state(one.isOn)}dial ${one.address} for ${one.name}, devices: ${one.deviceCount}`),
    ...writes.map((one) => `${state(one.isOn)}write to ${one.name}, when asked to`),
    ...commands.map(
      (one) => `${state(one.isOn)}write ${one.value} to parameter ${one.paramId} by the alert ${one.name}`,
    ),
    ...recipients.map((one) => `${state(one.isOn)}${one.type} to ${one.recepient}, alerts: ${one.alertCount}`),
  ]
}
