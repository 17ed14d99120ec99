import { stat } from 'node:fs/promises'
import { exportOrgTo, importOrgFrom } from '@busbar/cloud/admin'
import { command } from '../../command.ts'
import { requiredArg, requiredFlag } from '../../values.ts'
import { admin, installationFlags, orgIdOf } from './place.ts'

export const exportCommand = command({
  summary: 'write an organization to a file',
  about: 'All that people set up, without readings, people and logs. Only its owner may read the file.',
  flags: {
    file: { value: 'FILE', about: 'a file that is not there yet', isWord: true },
    org: { value: 'ID', about: 'which one' },
    secrets: { about: 'with the passwords of controllers' },
    photos: { about: 'with photos of networks and devices' },
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
  summary: 'add what such a file holds to an organization',
  about:
    'All of it or nothing, with new ids. Gateways are bound anew with their codes. It dials, writes and tells nobody before that is switched on, there or with these flags.',
  flags: {
    file: { value: 'FILE', about: 'what "export" wrote, or the API answered', isWord: true },
    org: { value: 'ID', about: 'to which one' },
    plan: { about: 'store nothing, and say what would be dialled, written and sent' },
    polling: { about: 'dial its networks at once' },
    writing: { about: 'let its networks be written to, where the file does' },
    alerts: { about: 'judge its alerts at once, and let them act' },
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
